import { activity, sleep, workflow } from 'hopline';

export class RegularExpressionsBetweenHops {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(text: string): Promise<unknown[]> {
    const out: unknown[] = [];
    const words = /(\w)(\w*)/g;
    let match: RegExpExecArray | null;
    while ((match = words.exec(text))) out.push(match[1], match.index);
    out.push(await this.give(text.replace(/o(?<rest>.)/g, '<$<rest>>')));
    const position = /x/y;
    position.lastIndex = 2;
    out.push(position.test('aax'), position.lastIndex);
    await sleep(1);
    const [, year] = /(\d{4})-/.exec(await this.give('on 2026-11-30')) ?? [];
    return [...out, year];
  }
}

export const runs = [{ method: 'run', args: ['one two'] }];
