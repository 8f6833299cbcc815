import { activity, sleep, workflow } from 'hopline';

export class Fetch {
  @activity()
  async page(n: number): Promise<number[]> {
    return n > 2 ? [] : [n * 10, n * 10 + 1];
  }

  @workflow()
  async all(): Promise<number[]> {
    const all: number[] = [];
    for (let n = 0; ; n++) {
      let isEmpty = true;
      for (const item of await this.page(n)) {
        isEmpty = false;
        await sleep(item); // live: all, item, n, isEmpty
        all.push(item);
      }
      if (isEmpty) return all;
    }
  }
}

export const runs = [{ method: 'all', args: [] }];
