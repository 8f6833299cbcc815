import { activity, sleep, workflow } from 'hopline';

export class DeadCompound {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const out: unknown[] = [];
    try {
      switch (n) {
        case 0:
          let value = await this.give(1);
          out.push(value);
        case 1:
          // @ts-expect-error Not initialised where the first case was jumped over.
          out.push((value += 7));
        case 2:
          // @ts-expect-error Likewise.
          out.push(value++);
      }
    } catch (error) {
      await sleep(1);
      out.push((error as Error).name, (error as Error).message);
    }
    return out;
  }
}

export const runs = [0, 1, 2, 3].map((n) => ({ method: 'run', args: [n] }));
