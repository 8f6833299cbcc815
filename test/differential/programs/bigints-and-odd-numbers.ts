import { activity, sleep, workflow } from 'hopline';

export class Numbers {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    let big = 2n ** 70n;
    const odd = [NaN, -0, Infinity, -Infinity, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER + 2];
    await sleep(1);
    big += await this.give(1n);
    big *= -1n;
    await sleep(2);
    const zero = odd[1]!;
    return [big, odd, Object.is(zero, -0), await this.give(odd), typeof big, big < 0n];
  }
}

export const runs = [{ method: 'run', args: [] }];
