import { activity, workflow } from 'hopline';

export class Widest {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(input: { n: number }): Promise<unknown> {
    const made = new Object() as Object & { n?: number };
    const any: Object = input;
    const described = Object.getOwnPropertyDescriptor(input, 'n');
    made.n = await this.give(1);
    const box: Object = [await this.give(2)];
    return { made, any, same: any === input, box, described, again: await this.give(described) };
  }
}

export const runs = [{ method: 'run', args: [{ n: 3 }] }];
