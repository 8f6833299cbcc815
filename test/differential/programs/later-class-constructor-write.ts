import { activity, sleep, workflow } from 'hopline';

export class LaterClassConstructorWrite {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    class A {
      constructor() {
        (this.constructor as any).n = ((this.constructor as any).n ?? 0) + 1;
      }
      static get(): number {
        return (A as any).n;
      }
    }
    new A();
    await sleep(1);
    return A.get();
  }
}

export const runs = [{ method: 'run', args: [1] }];
