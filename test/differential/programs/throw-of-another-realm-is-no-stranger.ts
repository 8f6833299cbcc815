import { activity, sleep, workflow } from 'hopline';

export class Stack {
  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(): Promise<unknown[]> {
    try {
      await this.fail('here');
      return [];
    } catch (error) {
      const failure = error as Error;
      await sleep(1);
      return [
        typeof failure.stack,
        Object.prototype.toString.call(failure),
        Object.keys(failure),
        failure instanceof Error,
        failure.constructor === Error,
      ];
    }
  }
}

export const runs = [{ method: 'run', args: [] }];
