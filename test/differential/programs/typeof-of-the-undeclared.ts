import { activity, sleep, workflow } from 'hopline';

declare const neverDeclared: unknown;

export class Undeclared {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const before = typeof neverDeclared;
    await sleep(1);
    const out: unknown[] = [before, typeof neverDeclared];
    try {
      out.push(await this.give(1), neverDeclared, await this.give('not reached'));
    } catch (error) {
      await sleep(2);
      out.push((error as Error).name);
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
