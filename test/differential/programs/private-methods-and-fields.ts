import { activity, sleep, workflow } from 'hopline';

export class Private {
  readonly #rate = 2;
  private readonly name = 'private';
  static readonly #scale = 10;

  @activity()
  private async give<T>(value: T): Promise<T> {
    return value;
  }

  #double(n: number): number {
    return n * this.#rate;
  }

  static #scaled(n: number): number {
    return n * Private.#scale;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const first = this.#double(n);
    await sleep(1);
    const second = this.#double(await this.give(first)) + this.#rate;
    return [first, second, Private.#scaled(second), this.name, #rate in this];
  }
}

export const runs = [{ method: 'run', args: [3] }];
