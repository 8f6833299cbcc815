import { activity, sleep, workflow } from 'hopline';
const Gone = class extends Error {};

export class ParenError {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    try {
      throw new Gone('x');
    } catch (e) {
      await sleep(1);
      return [e instanceof Gone];
    }
  }
}

export const runs = [{ method: 'run', args: [1] }];
