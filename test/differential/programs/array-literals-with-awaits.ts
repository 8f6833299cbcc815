import { activity, workflow } from 'hopline';

export class Arrays {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    return [n++, await this.give(n++), n++, [await this.give(n++), n], , await this.give(n)];
  }
}

export const runs = [1].map((n) => ({ method: 'run', args: [n] }));
