import { activity, sleep, workflow } from 'hopline';

export class Wrapped {
  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(): Promise<void> {
    try {
      await this.fail('low');
    } catch (error) {
      await sleep(1);
      throw new TypeError('high', { cause: error });
    }
  }

  @workflow()
  async caught(): Promise<unknown[]> {
    try {
      return await this.run2();
    } catch (error) {
      await sleep(2);
      const cause = (error as Error).cause as Error;
      return [
        error instanceof RangeError,
        cause instanceof SyntaxError,
        cause.message,
        (cause.cause as { id: number }).id,
      ];
    }
  }

  @activity()
  async run2(): Promise<unknown[]> {
    throw new RangeError('top', { cause: new SyntaxError('middle', { cause: { id: 7 } }) });
  }
}

export const runs = [
  { method: 'run', args: [] },
  { method: 'caught', args: [] },
];
