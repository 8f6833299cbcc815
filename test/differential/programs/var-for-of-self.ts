import { activity, sleep, workflow } from 'hopline';

export class VarForOfSelf {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    var a: any = 5;
    const out: unknown[] = [];
    await sleep(1);
    for (var { a = a + 1 } of [{}, {}] as any[]) {
      out.push(a);
      await sleep(1);
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [1] }];
