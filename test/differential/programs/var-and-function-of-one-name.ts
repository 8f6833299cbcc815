// @ts-nocheck JavaScript may say it twice; TypeScript would not.
import { activity, workflow } from 'hopline';

export class OneName {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(given): Promise<unknown> {
    const seen = [typeof first, second(), typeof given];
    await this.give(1);
    var first = 1;
    function first() {}
    function second() {
      return 'function';
    }
    var second;
    var given = [given, await this.give('given')];
    seen.push(typeof first);
    return [...seen, await this.give(second()), given];
  }
}

export const runs = [{ method: 'run', args: ['given'] }];
