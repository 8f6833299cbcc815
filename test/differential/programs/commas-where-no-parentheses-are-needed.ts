import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class BareCommas {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown> {
    const seen: unknown[] = [];
    for (const key in (host.note('first'), { a: 1 })) seen.push(await this.give(key));
    // prettier-ignore
    for (const key in { b: 1 }, { c: 1 }) seen.push(await this.give(key));
    switch ((seen.push('switched'), n)) {
      case 0:
        seen.push(await this.give('none'));
    }
    // prettier-ignore
    switch (seen.push('again'), n) {
      case (seen.push('case'), 1):
        seen.push(await this.give('one'));
    }
    // prettier-ignore
    do seen.push(await this.give('do'));
    while (n++, n < 3);
    try {
      // prettier-ignore
      return seen.push('returned'), seen;
    } finally {
      await this.give('finally');
    }
  }
}

export const runs = [0, 1, 2].map((n) => ({ method: 'run', args: [n] }));
