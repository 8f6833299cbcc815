import { activity, sleep, workflow } from 'hopline';

export class Same {
  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(): Promise<unknown[]> {
    let first: unknown;
    let second: unknown;
    try {
      try {
        await this.fail('once');
      } catch (error) {
        first = error;
        await sleep(1);
        throw error;
      } finally {
        await sleep(2);
      }
    } catch (error) {
      second = error;
      await sleep(3);
      return [first === second, second === error, (error as Error).message];
    }
    return [];
  }
}

export const runs = [{ method: 'run', args: [] }];
