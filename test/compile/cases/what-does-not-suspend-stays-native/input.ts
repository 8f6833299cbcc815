import { activity, workflow } from 'hopline';

export class WhatDoesNotSuspendStaysNative {
  @activity() async send(text: string): Promise<string> {
    return text;
  }

  @workflow()
  async run(words: string[]): Promise<string[]> {
    const sent: string[] = [];
    for (const word of words) {
      let vowels = 0;
      for (const letter of word) {
        if (letter === '!') break;
        try {
          if ('aeiou'.includes(letter)) vowels += 1;
        } finally {
          if (letter === '?') continue;
        }
      }
      while (vowels === 0) {
        if (word === 'stop') return sent;
        break;
      }
      sent.push(await this.send(`${word}: ${vowels}`));
    }
    return sent;
  }
}

export const runs = [['tree', 'x!a'], ['stop'], ['gym?e', 'stp', 'stop', 'never']].map((words) => ({
  method: 'run',
  args: [words],
}));
