import { activity, sleep, workflow } from 'hopline';

export class Squeeze {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(text: string): Promise<string> {
    let result = '';
    for (let left = 0, right = text.length - 1; left <= right; left++, right--) {
      result += text[left]! + (await this.give(text[right]!));
    }
    var i, j;
    for (i = 0, j = 10; i < j; i += 3, j -= await this.give(2)) await sleep(i + j);
    return `${result} ${i} ${j}`;
  }
}

export const runs = [
  { method: 'run', args: [''] },
  { method: 'run', args: ['a'] },
  { method: 'run', args: ['hopline'] },
];
