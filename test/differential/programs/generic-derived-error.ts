import { activity, sleep, workflow } from 'hopline';
class Api<T> extends Error {
  data?: T;
}
class NotFound extends Api<string> {}

export class GenericDerivedError {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    try {
      throw new NotFound('x');
    } catch (e) {
      await sleep(1);
      return [e instanceof NotFound, e instanceof Api];
    }
  }
}

export const runs = [{ method: 'run', args: [1] }];
