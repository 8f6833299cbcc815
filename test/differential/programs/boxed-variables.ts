import { activity, sleep, workflow } from 'hopline';

export class Boxed {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number, text = 'p'): Promise<unknown[]> {
    const out: unknown[] = [];
    for (let x = n, y = 0; x < n + 2; x++) {
      const read = () => [x, y, text];
      const write = (value: number) => {
        y += value;
        x += value - value;
      };
      y += await this.give(1);
      write(await this.give(2));
      [x, y] = [x, await this.give(y)];
      ({ y = await this.give(9) } = { y: y + 1 } as { y?: number });
      y ??= await this.give(5);
      y++;
      text += `${y}${typeof x}`;
      await sleep(y);
      out.push(read(), { x, y, text }, `${x}`, [x, ...[y]], -y, x in [0, 1, 2, 3]);
      for (y of [7, await this.give(8)]) await sleep(y);
      for (text in { k: 1 }) write(1);
      out.push(read());
    }
    return JSON.parse(JSON.stringify(out)) as unknown[];
  }
}

export const runs = [1].map((n) => ({ method: 'run', args: [n] }));
