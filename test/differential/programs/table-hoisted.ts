import { activity, sleep, workflow } from 'hopline';

export class TableHoisted {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const by = { pay, other: (x: number) => x };
    function pay(x: number) {
      return x + 1;
    }
    await sleep(1);
    return [by.pay(n), by.other(2)];
  }
}

export const runs = [{ method: 'run', args: [1] }];
