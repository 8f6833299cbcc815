import { activity, sleep, workflow } from 'hopline';

export class VarParamPatternSelf {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    await sleep(1);
    // @ts-ignore
    var { n = n + 1 } = {} as any;
    return n;
  }
}

export const runs = [{ method: 'run', args: [1] }];
