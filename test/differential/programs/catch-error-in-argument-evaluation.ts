import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Arguments {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async sum(...numbers: number[]): Promise<number> {
    return numbers.reduce((a, b) => a + b, 0);
  }

  @workflow()
  async run(isBad: boolean): Promise<string> {
    const explode = isBad;
    try {
      const total = await this.sum(host.note('first', 1), explode ? this.#explode() : 2, host.note('third', 3));
      return `sum ${total}`;
    } catch (error) {
      await sleep(1);
      return `not called: ${(error as Error).message}`;
    }
  }

  #explode(): number {
    throw new Error('exploded');
  }
}

export const runs = [
  { method: 'run', args: [true] },
  { method: 'run', args: [false] },
];
