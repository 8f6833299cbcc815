import { activity, workflow } from 'hopline';

export class Shadows {
  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown> {
    const seen: unknown[] = [];
    try {
      await this.fail('outer');
    } catch (error) {
      {
        const error = 'inner';
        seen.push(await this.give(error));
      }
      for (const error of [1, 2]) seen.push(await this.give(error));
      seen.push((error as Error).message);
    }
    try {
      await this.fail('taken apart');
    } catch (message: any) {
      var { message } = message;
      seen.push(await this.give(message));
      // @ts-expect-error A string, says TypeScript, and any above.
      for (var message in { a: 1 } as any) seen.push(await this.give(message));
      seen.push(message);
    }
    return [seen, message];
  }
}

export const runs = [{ method: 'run', args: [] }];
