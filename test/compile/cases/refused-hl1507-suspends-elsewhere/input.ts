import { activity, sleep, workflow } from 'hopline';

async function pause(days: number): Promise<void> {
  await sleep({ days });
}

class Base {
  @activity() async ship(): Promise<string> {
    return 'shipped';
  }
  async shipLater(): Promise<string> {
    await sleep('1h');
    return await this.ship();
  }
}

export class Hl1507SuspendsElsewhere extends Base {
  @workflow()
  async run(): Promise<string> {
    await pause(1);
    return await this.shipLater();
  }
}
