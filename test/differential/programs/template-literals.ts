import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Templates {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<string[]> {
    const object = { toString: () => host.note('converted', 'object') };
    const early = `${object}${n}`;
    await sleep(1);
    return [
      early,
      `${await this.give('a')}`,
      `x${n}y${await this.give(n)}z${n + 1}`,
      `${n}${`inner ${await this.give('b')} ${n}`}`,
      `line\n${await this.give('\u2028')}\${not} \`tick\` \u{1F600}`,
      String.raw`raw\n${await this.give(1)}\u0041`,
    ];
  }
}

export const runs = [{ method: 'run', args: [5] }];
