import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Tail {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async value(n: number): Promise<number> {
    if (n > 1) return this.give(n);
    return await this.give(-n);
  }

  @workflow()
  async uncaught(awaited: boolean): Promise<string> {
    try {
      if (awaited) return await this.fail('awaited');
      return this.fail('not awaited');
    } catch (error) {
      return `caught ${(error as Error).message}`;
    } finally {
      host.note('finally');
    }
  }

  @workflow()
  async wait(): Promise<void> {
    return sleep('3 days');
  }
}

export const runs = [
  { method: 'value', args: [1] },
  { method: 'value', args: [2] },
  { method: 'uncaught', args: [true] },
  { method: 'uncaught', args: [false] },
  { method: 'wait', args: [] },
];
