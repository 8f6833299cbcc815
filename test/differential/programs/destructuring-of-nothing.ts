import { activity, sleep, workflow } from 'hopline';

export class DestructuringOfNothing {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(value: unknown): Promise<unknown[]> {
    const out: unknown[] = [];
    try {
      const { length } = (await this.give(value)) as string;
      out.push(length);
    } catch (error) {
      out.push((error as Error).name);
    }
    try {
      const [first] = (await this.give(value)) as string;
      out.push(first);
    } catch (error) {
      await sleep(1);
      out.push((error as Error).name);
    }
    try {
      const {} = (await this.give(value)) as object;
      const [] = (await this.give(value)) as unknown[];
      out.push('empty patterns');
    } catch (error) {
      out.push((error as Error).name);
    }
    return out;
  }
}

export const runs = [null, undefined, 'text', 5].map((value) => ({ method: 'run', args: [value] }));
