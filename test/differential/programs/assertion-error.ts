import { activity, sleep, workflow } from 'hopline';
const Gone = class extends Error {} as new (m: string) => Error;

export class AssertionError {
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
