import { activity, workflow } from 'hopline';

export class Holes {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const holes: (number | undefined)[] = [1, , 3];
    const out: unknown[] = [];
    for (const item of holes) {
      out.push(typeof item);
      await this.give(item);
    }
    out.push(1 in holes, holes.length);
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
