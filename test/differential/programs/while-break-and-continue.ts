import { activity, sleep, workflow } from 'hopline';

export class Filter {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(numbers: number[]): Promise<number[]> {
    const kept: number[] = [];
    let index = -1;
    while (++index < numbers.length) {
      const number = numbers[index]!;
      if (number < 0) break;
      if (number % 2 === 0) continue;
      await sleep(number);
      if (number > 10) {
        kept.push(await this.give(0));
        continue;
      }
      kept.push(number);
    }
    kept.push(index);
    return kept;
  }
}

export const runs = [
  { method: 'run', args: [[1, 2, 3, 4, 11, 5]] },
  { method: 'run', args: [[1, 3, -1, 5]] },
  { method: 'run', args: [[]] },
];
