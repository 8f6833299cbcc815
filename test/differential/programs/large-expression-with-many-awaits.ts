import { activity, workflow } from 'hopline';

export class Large {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown> {
    return [
      (await this.give(n)) > 2 ? [await this.give(1), ...(await this.give([2]))] : { a: await this.give(3) },
      `${(await this.give(n)) + (n ? await this.give(4) : 5)}${[await this.give(6), (await this.give({ b: 7 })).b].map((x) => x + n).join(await this.give(','))}` +
        ((await this.give('s')) as string).concat(await this.give('t'), String((n += await this.give(8))), String(n)),
    ];
  }
}

export const runs = [0, 3].map((n) => ({ method: 'run', args: [n] }));
