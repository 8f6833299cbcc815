import { activity, sleep, workflow } from 'hopline';

export class Shadow {
  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const error = 'outer';
    const out: unknown[] = [error];
    try {
      await this.fail('inner');
    } catch (error) {
      out.push((error as Error).message);
      await sleep(1);
      try {
        await this.fail('second');
      } catch (error) {
        await sleep(2);
        out.push((error as Error).message);
      }
      out.push((error as Error).message);
      error = 'assigned';
      await sleep(3);
      out.push(error);
    }
    out.push(error);
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
