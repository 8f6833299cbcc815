import { activity, workflow } from 'hopline';

function* naturals(): Generator<number> {
  for (let n = 0; ; n++) yield n;
}

export class LiveGenerator {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(max: number): Promise<number[]> {
    const out: number[] = [];
    for (const n of naturals()) {
      if (n >= max) break;
      out.push(await this.give(n));
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [2] }];
