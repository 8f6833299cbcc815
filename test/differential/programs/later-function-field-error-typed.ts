import { activity, sleep, workflow } from 'hopline';
class Gone extends Error {
  again = () => 5;
}

export class LaterFunctionFieldErrorTyped {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const e = new Gone('x');
    await sleep(1);
    return [e instanceof Gone, e.again()];
  }
}

export const runs = [{ method: 'run', args: [1] }];
