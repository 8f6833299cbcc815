import { activity, sleep, workflow } from 'hopline';

export class Accessors {
  static count = 0;
  #level = 3;

  constructor(
    private readonly rate: number = 2,
    readonly label = 'label',
  ) {}

  get level(): number {
    return this.#level * this.rate;
  }

  static scale(n: number): number {
    return n * 10;
  }
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const before = this.level + n;
    await sleep(this.level);
    const label = this.label;
    return [before, Accessors.scale(await this.give(this.level)), label, this.rate, `${this.label}`.length];
  }
}

export const runs = [{ method: 'run', args: [1] }];
