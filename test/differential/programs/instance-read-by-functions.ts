import { activity, sleep, workflow } from 'hopline';

interface Conf {
  readonly names: string[];
  limit: number;
}
const total = (conf: Conf): number => conf.names.length + conf.limit;
function collect(into: string[], from: readonly string[]): void {
  into.push(...from);
}
function changed(conf: Conf): Conf {
  const copy = { ...conf, names: [...conf.names] };
  copy.limit += 1;
  copy.names.push('c');
  return copy;
}
function next(limit: number): number {
  limit += 1;
  return limit;
}

export class InstanceReadByFunctions {
  conf: Conf = { names: ['a', 'b'], limit: 2 };

  @activity()
  async sort(names: string[]): Promise<string[]> {
    return names.sort().reverse();
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const names: string[] = [];
    collect(names, this.conf.names);
    const sorted = await this.sort(this.conf.names);
    await sleep(1);
    const other = changed(this.conf);
    return [total(this.conf), names, sorted, other, next(this.conf.limit)];
  }
}

export const runs = [{ method: 'run', args: [] }];
