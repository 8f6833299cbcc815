import { activity, sleep, workflow } from 'hopline';

export class VarPatternSelf {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    var a: any = 5;
    await sleep(1);
    var { a = a + 1 } = {} as any;
    return a;
  }
}

export const runs = [{ method: 'run', args: [1] }];
