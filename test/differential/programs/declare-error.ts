import { activity, sleep, workflow } from 'hopline';
declare class Foreign extends Error {
  status: number;
}

export class DeclareError {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    try {
      throw new Error('x');
    } catch (e) {
      await sleep(1);
      return [(e as Foreign).message];
    }
  }
}

export const runs = [{ method: 'run', args: [1] }];
