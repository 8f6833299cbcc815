import { activity, sleep, workflow } from 'hopline';

export class Hl1504PromiseAll {
  @activity() async ship(item: string): Promise<string> {
    return item;
  }

  @workflow()
  async run(): Promise<string[]> {
    await Promise.race([this.ship('c'), sleep('1h')]);
    return await Promise.all([this.ship('a'), this.ship('b')]);
  }
}
