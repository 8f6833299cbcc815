import { activity, sleep, workflow } from 'hopline';

export class Tdz {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(isEarly: boolean): Promise<unknown[]> {
    const out: unknown[] = [];
    const value = 'outer';
    try {
      if (isEarly) {
        // @ts-expect-error The inner one is not initialised yet.
        out.push(value);
        await sleep(1);
        // @ts-expect-error The inner one is not initialised yet.
        const value = await this.give(value);
        out.push(value);
      }
    } catch (error) {
      await sleep(2);
      out.push((error as Error).name, (error as Error).message);
    }
    out.push(value);
    return out;
  }
}

export const runs = [
  { method: 'run', args: [true] },
  { method: 'run', args: [false] },
];
