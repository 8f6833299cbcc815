import { activity, sleep, workflow } from 'hopline';

class Total {
  sum = 0;
  add(n: number): void {
    this.sum += n;
  }
}

export class Instances {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<number> {
    const total = new Total();
    total.add(await this.give(1));
    await sleep(1);
    total.add(2);
    return total.sum;
  }
}

export const runs = [{ method: 'run', args: [] }];
