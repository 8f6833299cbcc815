import { activity, workflow } from 'hopline';

export class Sums {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    let x = n;
    x += await this.give(1);
    x *= (await this.give(2)) + x;
    x = x + (await this.give(3));
    let text = 'a';
    text += await this.give('b');
    text = text + (await this.give('c')) + text;
    let bits = 6;
    bits |= await this.give(1);
    bits <<= await this.give(2);
    bits >>>= await this.give(1);
    bits &= ~(await this.give(4));
    bits ^= await this.give(255);
    bits %= await this.give(100);
    let power = 2;
    power **= await this.give(3);
    let rest = 17;
    rest -= (await this.give(2)) - (rest -= 1);
    rest /= await this.give(4);
    return [x, text, bits, power, rest];
  }
}

export const runs = [0, 5].map((n) => ({ method: 'run', args: [n] }));
