import { activity, sleep, workflow } from 'hopline';

export class VarPatternArrSelf {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    var a: any = 5;
    await sleep(1);
    var [b, a = a + 1] = [1] as any[];
    return [a, b];
  }
}

export const runs = [{ method: 'run', args: [1] }];
