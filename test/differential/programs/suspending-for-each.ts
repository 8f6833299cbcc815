import { activity, sleep, workflow } from 'hopline';

export class ForEach {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(items: number[]): Promise<number[]> {
    const out: number[] = [];
    await Promise.all(
      items.map(async (item) => {
        await sleep(item);
        out.push(await this.give(item));
      }),
    );
    return out.sort();
  }
}

export const runs = [{ method: 'run', args: [[1, 2]] }];
