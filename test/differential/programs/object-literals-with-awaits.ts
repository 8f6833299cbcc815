import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Literals {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  key<T>(value: T): T {
    return host.note('key', value);
  }

  @workflow()
  async run(n: number): Promise<unknown> {
    const name = 'short';
    return {
      first: await this.give(1),
      [this.key('computed')]: await this.give(2),
      [await this.give('awaited key')]: this.key('plain value'),
      name,
      10: await this.give('number key'),
      'quoted key': n,
      nested: { deep: [await this.give(3), { deeper: await this.give(4) }] },
      ['__proto__']: await this.give('own'),
      first2: n,
      // @ts-expect-error The second property of one name is the point: it keeps the place of the first.
      first: await this.give('again'),
    };
  }
}

export const runs = [{ method: 'run', args: [7] }];
