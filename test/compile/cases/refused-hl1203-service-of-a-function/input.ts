import { sleep, workflow, type Activities } from 'hopline';

interface Billing {
  charge(id: string): Promise<string>;
}

class Poller {
  async poll(id: string): Promise<string> {
    await sleep('1m');
    return id;
  }
}

async function chargeLater(billing: Activities<Billing>, id: string): Promise<string> {
  await sleep('1h');
  return await billing.charge(id);
}

export class Hl1203ServiceOfAFunction {
  private readonly shops: readonly Activities<Billing>[];
  constructor(shops: readonly Activities<Billing>[]) {
    this.shops = shops;
  }

  @workflow()
  async run(n: number): Promise<string> {
    return await chargeLater(this.shops[n]!, 'a');
  }

  @workflow()
  async held(): Promise<string> {
    return await new Poller().poll('b');
  }
}
