import { activity, sleep, workflow } from 'hopline';

export class This {
  readonly rate = 5;
  static readonly shared = [1, 2];

  get doubled(): number {
    return this.rate * 2;
  }

  label(text: string): string {
    return `${text}:${this.rate}`;
  }
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const out: unknown[] = [this.rate + n, this.doubled];
    await sleep(this.rate);
    out.push(
      this.label('a'),
      [1].map(() => this.rate),
      (
        () => () =>
          this.doubled
      )()(),
    );
    out.push(await this.give(this.rate), This.shared.length, this instanceof This);
    const { rate, doubled } = this;
    await sleep(1);
    out.push(rate, doubled, this.label(await this.give('b')), 'rate' in this, typeof this.label);
    return out;
  }
}

export const runs = [{ method: 'run', args: [1] }];
