import { activity, workflow } from 'hopline';

export class ForOfMap {
  @activity() async count(name: string): Promise<number> {
    return name.length;
  }

  @workflow()
  async run(): Promise<[string, number][]> {
    const stock = new Map([
      ['nuts', 0],
      ['bolts', 0],
    ]);
    for (const [name] of stock) {
      stock.set(name, await this.count(name));
      if (name === 'nuts') stock.set('washers', 1);
    }
    return [...stock];
  }
}

export const runs = [{ method: 'run', args: [] }];
