import { activity, sleep, workflow } from 'hopline';

export class Local {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    class Doubler {
      static factor = 2;
      readonly #n: number;
      constructor(value: number) {
        this.#n = value;
      }
      get value(): number {
        return this.#n * Doubler.factor;
      }
    }
    const before = new Doubler(n).value;
    await sleep(1);
    const anonymous = new (class {
      name = `anonymous ${before}`;
    })().name;
    return [before, anonymous, await this.give(before)];
  }
}

export const runs = [3].map((n) => ({ method: 'run', args: [n] }));
