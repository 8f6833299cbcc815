import { activity, workflow } from 'hopline';

export class Hl1503InsideANestedFunction {
  @activity() async ship(item: string): Promise<string> {
    return item;
  }

  @workflow()
  async run(items: string[]): Promise<string[]> {
    const shipped: string[] = [];
    items.forEach(async (item) => shipped.push(await this.ship(item)));
    return shipped;
  }
}
