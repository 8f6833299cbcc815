import { activity, sleep, workflow } from 'hopline';

export class Errors {
  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const errors: unknown[] = [];
    const cause = new TypeError('root');
    const error = Object.assign(new Error('top', { cause }), { code: 42, related: [cause] });
    errors.push(error);
    await sleep(1);
    try {
      await this.fail('activity');
    } catch (caught) {
      errors.push(caught, error);
    }
    await sleep(2);
    return [
      errors.length,
      errors[0] === error,
      error.cause === cause,
      error.related[0] === cause,
      cause instanceof TypeError,
      (errors[1] as Error).message,
      error.code,
      String(cause),
    ];
  }
}

// every slot is missed
export const runs = [{ method: 'run', args: [] }];
