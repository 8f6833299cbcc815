import { activity, workflow } from 'hopline';

export class Commas {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    let a = 0;
    const b = (a++, await this.give('waited'), a++, a);
    for (let i = 0; await this.give('check'), i < 2; i++, await this.give('step')) a += 10;
    const c = (await this.give(1), void (await this.give(2)), await this.give(3));
    return [a, b, c, (await this.give(4), a)];
  }
}

export const runs = [{ method: 'run', args: [] }];
