import { activity, sleep, workflow } from 'hopline';

export class Strings {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(text: string): Promise<unknown[]> {
    const copy = `${text}|`;
    await sleep(1);
    const record: Record<string, string> = { [text]: copy };
    await sleep(2);
    return [copy, copy.length, Object.keys(record), await this.give(record), record[text] === copy];
  }
}

export const runs = [
  'plain',
  '',
  '\u0000\u0001\u001f',
  '\ud800',
  '\udfff\ud800',
  '\uffff\ufffe',
  '😀',
  '__proto__',
  '\u2028',
].map((text) => ({ method: 'run', args: [text] }));
