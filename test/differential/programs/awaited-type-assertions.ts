import { activity, sleep, workflow } from 'hopline';

export class Assertions {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const a = (await this.give(n as unknown))! as number;
    const b = <string>(<unknown>await this.give('b'));
    const c = (await this.give({ x: 1 })) satisfies { x: number };
    const d = await (this.give(n) as Promise<unknown>);
    await sleep(1);
    const e = await this.give!(n)!;
    return [a, b, c.x, d, e];
  }
}

export const runs = [1].map((n) => ({ method: 'run', args: [n] }));
