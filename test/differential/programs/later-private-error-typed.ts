import { activity, sleep, workflow } from 'hopline';
class Gone extends Error {
  #code: number;
  constructor(c: number) {
    super('x');
    this.#code = c;
  }
  get code() {
    return this.#code;
  }
}

export class LaterPrivateErrorTyped {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const e = new Gone(5);
    await sleep(1);
    return [e instanceof Gone, e.code];
  }
}

export const runs = [{ method: 'run', args: [1] }];
