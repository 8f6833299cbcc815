import { activity, sleep, workflow } from 'hopline';

export class C59ArrowInsideAnObjectMethod {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(prefix: string, numbers: number[]): Promise<string[]> {
    await sleep(1);
    const formatter = {
      suffix: '!',
      format(list: number[]): string[] {
        return list.map((n) => `${prefix}${n}${this.suffix}`);
      },
    };
    const first = formatter.format(numbers);
    await sleep(2); // live: first, numbers, prefix
    const second = {
      all: () => numbers.map((n) => ({ text: () => prefix + String(n) })).map((each) => each.text()),
    }.all();
    return [...first, ...second];
  }
}

export const runs = [{ method: 'run', args: ['#', [1, 2]] }];
