import { activity, sleep, workflow } from 'hopline';

export class Parser {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(text: string): Promise<string> {
    let out = '';
    for (const letter of text) {
      switch (letter) {
        case ' ':
          continue;
        case '!':
          out += await this.give('(bang)');
          break;
        case '.':
          await sleep(1);
          return `${out}<end>`;
        default:
          out += letter;
          if (letter === 'x') continue;
      }
      out += '-';
    }
    return out;
  }
}

export const runs = ['a b', 'x!', 'a.b', ''].map((text) => ({ method: 'run', args: [text] }));
