import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

interface Conf {
  readonly rates?: { readonly of?: Record<string, number> };
}

function both(a: unknown, b: unknown): unknown[] {
  return [a, b];
}

/** What stands on the left throws before what stands on the right is asked for. */
export class Paths {
  conf: Conf = {};

  @activity()
  async key(name: string): Promise<string> {
    return name;
  }

  @workflow()
  async run(kind: string): Promise<unknown> {
    try {
      if (kind === 'element') return this.conf.rates!.of![await this.key('a')];
      if (kind === 'argument') return both(this.conf.rates!.of, await this.key('b'));
      if (kind === 'binary') return this.conf.rates!.of === ((await this.key('c')) as unknown);
      return [this.conf.rates, await this.key('d')];
    } catch (error) {
      host.note('caught', (error as Error).name);
      return String(error);
    }
  }
}

export const runs = ['element', 'argument', 'binary', 'plain'].map((kind) => ({ method: 'run', args: [kind] }));
