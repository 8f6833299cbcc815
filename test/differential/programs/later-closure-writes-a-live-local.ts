import { activity, sleep, workflow } from 'hopline';

export class ClosureWrites {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    let count = 0;
    const increment = () => ++count;
    increment();
    await sleep(1);
    increment();
    await sleep(2);
    return [count, increment(), count];
  }
}

export const runs = [{ method: 'run', args: [] }];
