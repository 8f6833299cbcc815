import { activity, sleep, workflow } from 'hopline';

class Base {
  @activity() async ship(): Promise<string> {
    return 'shipped';
  }
  async later(): Promise<void> {}
  async note(): Promise<void> {}
  async unused(): Promise<void> {}
  async step(): Promise<void> {
    await sleep(1);
  }
  @workflow()
  async run(): Promise<string> {
    await this.later();
    await this.note();
    await this.step();
    return await this.ship();
  }
}

export class Hl1509Override extends Base {
  override async later(): Promise<void> {
    await sleep('1h');
  }
  @activity() override async note(): Promise<void> {}
  @activity() override async unused(): Promise<void> {}
  @activity() override async step(): Promise<void> {}
  override async run(): Promise<string> {
    return 'not compiled';
  }
}
