import { activity, sleep, workflow } from 'hopline';

export class Targets {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown> {
    let last: number | undefined;
    const box: { value?: number; list: number[] } = { list: [] };
    for (last of [1, 2]) await sleep(last);
    for (box.value of [3, 4]) box.list.push(await this.give(box.value));
    let i = 0;
    for (box.list[i++] of [7, 8, 9]) await sleep(i);
    let a = 0;
    let b = 0;
    for ({ a, b = await this.give(5) } of [{ a: 1 }, { a: 2, b: 3 }] as { a: number; b?: number }[]) {
      box.list.push(a, b);
    }
    for ([a, b] of [[b, a]]) await sleep(a);
    return { last, box, a, b };
  }
}

export const runs = [{ method: 'run', args: [] }];
