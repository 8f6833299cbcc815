import { activity, workflow } from 'hopline';

export class Access {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const table: Record<string, number[]> = { a: [1, 2], b: [3, 4] };
    let key = 'a';
    return [
      table[await this.give('b')]![await this.give(1)],
      (await this.give(table))[key]![0],
      table[key]![((key = 'b'), await this.give(1))],
      table[key]?.length,
      (await this.give('text'))[await this.give(1)],
      (await this.give([10, 20])).length + (await this.give({ n: 1 })).n,
    ];
  }
}

export const runs = [{ method: 'run', args: [] }];
