import { activity, sleep, workflow } from 'hopline';

export class ThisArrBefore {
  n = 0;
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
    return [this.n, await this.inc(), this.n];
  }
}

export const runs = [{ method: 'run', args: [1] }];
