import { activity, sleep, workflow } from 'hopline';

class Poller {
  async poll(): Promise<void> {
    await sleep('1h');
  }
  async once(): Promise<number> {
    return 1;
  }
  async twice(): Promise<number> {
    return (await this.once()) + (await this.once());
  }
}

class FastPoller extends Poller {
  @activity() override async poll(): Promise<void> {}
  override async once(): Promise<number> {
    await sleep('1m');
    return super.once();
  }
}

export class Hl1509HelperClass {
  readonly poller: Poller = new FastPoller();

  @workflow()
  async run(): Promise<void> {
    await this.poller.poll();
  }
}
