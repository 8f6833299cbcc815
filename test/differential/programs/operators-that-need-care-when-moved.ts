import { activity, sleep, workflow } from 'hopline';

// prettier-ignore
export class Moved {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    'use strict';
    const o: Record<string, number> = { a: 1 };
    let log = '';
    for (let i = ('a' in o) ? await this.give(0) : 5, has = ('b' in o); i < 2; i++) log += `${i}${has}`;
    for (const k of ((await this.give('x')), ['y', 'z'])) log += k;
    const ratio = n / (await this.give(2)) / 2, regex = /\/g/.test('/g');
    if (n) {} else await sleep(1);
    debugger;
    const negative = - (-(await this.give(3))), positive = + + (await this.give(4)), decrement = n - -n;
    const fn = (): { a: number } => ({ a: n });
    const nested = ((((await this.give(((5)))))));
    const arrow = (x = (1, 2)) => x;
    const sum = (await this.give(1)) + (await this.give(2)), text = 'a' + (n, 'b');
    ({ a: o['b'] } = { a: 5 });
    (function () { log += 'called'; })();
    (() => { log += 'arrow'; })();
    (await this.give(1)) === 2 || (log += 'or');
    await sleep(1), await sleep(2);
    return [log, ratio, regex, negative, positive, decrement, fn(), nested, arrow(), sum, text, o];
  }
}

export const runs = [{ method: 'run', args: [8] }];
