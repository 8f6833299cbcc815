import { activity, sleep, workflow } from 'hopline';

export class Tail {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async value(n: number): Promise<number> {
    if (n > 1) return this.give(n);
    return await this.give(-n);
  }

  @workflow()
  async wait(): Promise<void> {
    return sleep('3 days');
  }
}

export const runs = [
  { method: 'value', args: [1] },
  { method: 'value', args: [2] },
  { method: 'wait', args: [] },
];
