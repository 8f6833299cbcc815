import { activity, sleep, workflow } from 'hopline';
import { Conc, Abs } from './lib/named-by-text.ts';

export class AbstractError {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    try {
      throw new Conc('x');
    } catch (e) {
      await sleep(1);
      return [e instanceof Conc, e instanceof Abs, (e as Conc).t];
    }
  }
}

export const runs = [{ method: 'run', args: [1] }];
