import { activity, sleep, workflow } from 'hopline';

export class Scopes {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const out: unknown[] = [];
    const value = 'outer';
    switch (n) {
      case 0:
        let value = 'inner';
        const fixed = await this.give('fixed');
        out.push(value, fixed);
      case 1:
        value = 'assigned';
        await sleep(1);
        out.push(value);
        break;
      case 2: {
        const value = await this.give('block');
        out.push(value);
      }
    }
    out.push(value);
    return out;
  }
}

export const runs = [0, 2, 3].map((n) => ({ method: 'run', args: [n] }));
