import { activity, sleep, workflow } from 'hopline';

export class LaterCursorOfFunctions {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const out: number[] = [];
    for (const f of [() => 1, () => 2]) {
      out.push(f());
      await sleep(1);
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [1] }];
