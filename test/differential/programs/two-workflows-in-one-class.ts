import { activity, sleep, workflow } from 'hopline';

export class Two {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async first(n: number): Promise<number> {
    const value = await this.give(n);
    await sleep(1);
    return value + n;
  }

  @workflow()
  async second(n: string): Promise<string> {
    const value = await this.give(n);
    await sleep(2);
    return value + n;
  }
}

export const runs = [
  { method: 'first', args: [1] },
  { method: 'second', args: ['x'] },
];
