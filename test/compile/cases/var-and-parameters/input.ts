import { activity, workflow } from 'hopline';

export class VarAndParameters {
  @activity() async add(a: number, b: number): Promise<number> {
    return a + b;
  }

  @workflow()
  async run({ a, b = 2 }: { a: number; b?: number }, ...rest: number[]): Promise<unknown> {
    if (a > 0) {
      var sum = await this.add(a, b);
    }
    for (var i = 0; i < rest.length; i += 1) b = await this.add(b, rest[i]!);
    return [sum!, i, b];
  }
}

export const runs = [
  { method: 'run', args: [{ a: 1 }, 3, 4] },
  { method: 'run', args: [{ a: 0, b: 5 }] },
];
