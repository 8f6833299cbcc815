import { activity, sleep, workflow } from 'hopline';

export class VarIsNotResetByALoop {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const out: unknown[] = [];
    for (let round = 0; round < 3; round++) {
      var kept: number | undefined;
      let fresh: number | undefined;
      out.push([kept, fresh]);
      kept = round;
      fresh = round;
      await sleep(fresh);
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
