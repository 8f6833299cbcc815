import { activity, sleep, workflow } from 'hopline';

export class Letters {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(text: string): Promise<string[]> {
    const letters: string[] = [];
    for (const letter of text) {
      await sleep(1);
      letters.push(letter);
    }
    for (let unit of await this.give(text.slice(0, 2))) letters.push((unit += '!'), await this.give(unit));
    return letters;
  }
}

export const runs = ['', 'abc', 'a😀b', '\ud83dx\ude00', 'e\u0301'].map((text) => ({ method: 'run', args: [text] }));
