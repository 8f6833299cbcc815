import { activity, sleep, workflow } from 'hopline';

export class AwaitedClass {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const value = new (class {
      [key: string]: unknown;
      readonly base = n;
      [(await sleep(1), 'name')]() {
        return 'called';
      }
    })();
    return [(value['name'] as () => string)(), value.base];
  }
}

export const runs = [{ method: 'run', args: [2] }];
