import { activity, sleep, workflow } from 'hopline';

export class Factory {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<number[]> {
    const make = (start: number) => {
      let at = start;
      return () => at++;
    };
    const next = make(5);
    const first = next();
    await sleep(1);
    return [first, next(), await this.give(next())];
  }
}

export const runs = [{ method: 'run', args: [] }];
