import { activity, sleep, workflow } from 'hopline';

export class ThisArgsBefore {
  n = 0;
  pair(...a: number[]) {
    return a;
  }
  @activity() async inc(): Promise<number> {
    this.n += 1;
    return this.n;
  }

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    return this.pair(this.n, await this.inc(), this.n);
  }
}

export const runs = [{ method: 'run', args: [1] }];
