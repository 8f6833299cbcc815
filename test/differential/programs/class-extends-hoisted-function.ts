import { activity, sleep, workflow } from 'hopline';

export class ClassExtendsHoistedFunction {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    class ClassExtendsHoistedFunctionBase extends (A as any) {}
    function A(this: any) {
      this.v = 4;
    }
    await sleep(1);
    return (new ClassExtendsHoistedFunctionBase() as any).v;
  }
}

export const runs = [{ method: 'run', args: [1] }];
