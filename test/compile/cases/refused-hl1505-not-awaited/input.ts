import { activity, sleep, workflow } from 'hopline';

export class Hl1505NotAwaited {
  @activity() async ship(item: string): Promise<string> {
    return item;
  }

  @workflow()
  async run(): Promise<string> {
    sleep('1h');
    const shipping = this.ship('a');
    sleep('2h').then(() => 0);
    try {
      return this.ship('b');
    } catch {
      return await shipping;
    }
  }
}
