import { activity, workflow } from 'hopline';

export class Changing {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    let a = 1;
    const box = { n: 1 };
    const first = a + ((a = 2), await this.give(a)) + a;
    const second = box.n + (await this.give(this.#grow(box))) + box.n;
    const third = [a, (a = 7), await this.give(a), a++, a];
    const fourth = { before: a, wait: await this.give((a += 1)), after: a };
    const fifth = `${a} ${await this.give((a = 0))} ${a}`;
    return [first, second, third, fourth, fifth, box];
  }

  #grow(box: { n: number }): number {
    return (box.n += 10);
  }
}

export const runs = [{ method: 'run', args: [] }];
