import { activity, sleep, workflow } from 'hopline';

export class DoWhile {
  @activity() async page(cursor: number): Promise<number | undefined> {
    return cursor < 3 ? cursor + 1 : undefined;
  }

  @workflow()
  async run(): Promise<number[]> {
    const seen: number[] = [];
    let cursor: number | undefined = 0;
    do {
      cursor = await this.page(cursor);
      if (cursor === 2) continue;
      seen.push(cursor ?? -1);
      await sleep('1s');
    } while (cursor !== undefined);
    return seen;
  }
}

export const runs = [{ method: 'run', args: [] }];
