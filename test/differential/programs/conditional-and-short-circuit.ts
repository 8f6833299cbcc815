import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Short {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(a: number, b: number | null): Promise<unknown[]> {
    return [
      (await this.give(a)) > 1 ? await this.give('then') : host.note('else', 'plain'),
      a && (await this.give('and')),
      a || (await this.give('or')),
      b ?? (await this.give('nullish')),
      (await this.give(a)) && (await this.give(b)) && host.note('both', true),
      (await this.give(b)) ?? ((await this.give(0)) || host.note('last', 'default')),
      a > 1 ? (b ? await this.give('x') : 'y') : b === null ? await this.give('z') : 'w',
      !(a && (await this.give(b))) || (await this.give('not')),
      (host.note('comma 1'), await this.give(2), host.note('comma 3', 3)),
    ];
  }
}

export const runs = [
  { method: 'run', args: [0, null] },
  { method: 'run', args: [2, 5] },
  { method: 'run', args: [1, 0] },
  { method: 'run', args: [3, null] },
];
