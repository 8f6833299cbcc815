import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class TailInTry {
  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
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
}

export const runs = [
  { method: 'uncaught', args: [true] },
  { method: 'uncaught', args: [false] },
];
