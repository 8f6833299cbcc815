import { activity, sleep, workflow } from 'hopline';

export class Loop {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const out: unknown[] = [];
    for (let i = 0; i < 2; i++) {
      try {
        // @ts-expect-error Dead in every iteration anew, also after it lived in the one before.
        out.push(typeof value);
      } catch (error) {
        out.push((error as Error).name);
      }
      await sleep(i);
      let value = await this.give(i);
      out.push(value);
      let undefinedInEachRound: number | undefined;
      out.push(undefinedInEachRound);
      undefinedInEachRound = i;
      await sleep(undefinedInEachRound);
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
