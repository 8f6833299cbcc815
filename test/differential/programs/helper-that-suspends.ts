import { activity, sleep, workflow } from 'hopline';

export class Helper {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  async pause(times: number, label: string): Promise<string> {
    for (let i = 0; i < times; i++) await sleep(i);
    return await this.give(`${label}${times}`);
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const out: string[] = [];
    for (let i = 0; i < n; i++) {
      out.push(await this.pause(i, `round ${i} `));
    }
    const total = out.length + (await this.pause(1, 'end')).length;
    return [out, total];
  }
}

export const runs = [0, 3].map((n) => ({ method: 'run', args: [n] }));
