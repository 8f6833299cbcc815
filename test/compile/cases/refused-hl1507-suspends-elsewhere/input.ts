import { sleep, workflow } from 'hopline';

function pause(days: number): Promise<void> {
  return sleep({ days });
}

class Base {
  async shipLater(): Promise<string> {
    await sleep('1h');
    return 'shipped';
  }
}

export class Hl1507SuspendsElsewhere extends Base {
  @workflow()
  async run(): Promise<string> {
    await pause(1);
    return await this.shipLater();
  }

  override async shipLater(): Promise<string> {
    return await super.shipLater();
  }
}
