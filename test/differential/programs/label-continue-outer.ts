import { activity, sleep, workflow } from 'hopline';

export class Primes {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(max: number): Promise<number[]> {
    const primes: number[] = [];
    outer: for (let n = 2; n <= max; n++) {
      for (const prime of primes) {
        if (n % prime === 0) continue outer;
        if (prime * prime > n) break;
        await sleep(prime);
      }
      primes.push(await this.give(n));
    }
    return primes;
  }
}

export const runs = [1, 3, 12].map((max) => ({ method: 'run', args: [max] }));
