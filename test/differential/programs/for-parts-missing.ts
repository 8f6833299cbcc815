import { activity, sleep, workflow } from 'hopline';

export class Endless {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(stop: number): Promise<number> {
    let rounds = 0;
    for (;;) {
      if (rounds === stop) break;
      rounds++;
      await sleep(1);
    }
    for (; rounds < 4;) rounds += await this.give(1);
    for (let i = 0; ; i++) {
      if (i > rounds) return i;
      await sleep(2);
    }
  }
}

export const runs = [0, 2, 6].map((stop) => ({ method: 'run', args: [stop] }));
