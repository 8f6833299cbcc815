import { activity, sleep, workflow } from 'hopline';

export class PrivateHelper {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  async #twice(n: number): Promise<number> {
    await sleep(n);
    return (await this.give(n)) * 2;
  }

  @workflow()
  async run(n: number): Promise<number> {
    return (await this.#twice(n)) + 1;
  }
}

export const runs = [{ method: 'run', args: [1] }];
