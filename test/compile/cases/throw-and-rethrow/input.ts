import { activity, FatalError, workflow } from 'hopline';

export class ThrowAndRethrow {
  @activity({ retry: { attempts: 1 } }) async reason(): Promise<string> {
    return 'no stock';
  }

  @workflow()
  async run(fatal: boolean): Promise<never> {
    try {
      throw new Error(await this.reason());
    } catch (cause) {
      if (fatal) throw new FatalError('gave up', { cause });
      throw cause;
    }
  }
}

export const runs = [true, false].map((fatal) => ({ method: 'run', args: [fatal] }));
