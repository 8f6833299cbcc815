import { activity, sleep, workflow, type Activities } from 'hopline';
import { host } from '../harness/host.ts';
import { billing, chargeAll, chargeTwice, maybeCharge, type Billing } from './lib/charging.ts';

export const services = ['billing', 'other'];

const cheap: Billing = { ...billing, currency: 'USD', charge: async (invoice, cents) => `${invoice} for ${cents / 2}` };

export class ServicesGivenToFunctions {
  readonly name = 'shop';
  private readonly billing: Activities<Billing> = billing;
  private readonly other: Activities<Billing> = cheap;

  @activity() async check(id: string): Promise<boolean> {
    return host.count(`check ${id}`) >= 2;
  }

  async rest(minutes: number): Promise<string> {
    await sleep({ minutes });
    return `${this.name} rested`;
  }

  @workflow()
  async given(): Promise<unknown> {
    const first = await chargeAll(this.billing, ['a', 'b']);
    const { other } = this;
    return [
      first,
      await chargeAll(other, ['c']),
      await chargeTwice('d', this.billing),
      await chargeTwice('e', this.other),
    ];
  }

  @workflow()
  async missing(): Promise<unknown> {
    return [await maybeCharge('x'), await maybeCharge('y', undefined), await maybeCharge('z', this.other)];
  }

  @workflow()
  async itself(): Promise<unknown> {
    return [await poll(this, 'job', 5), await viaHelper(this)];
  }

  @workflow()
  async failing(): Promise<unknown> {
    try {
      return await chargeAll(this.billing, ['bad'], -1);
    } catch (error) {
      await sleep('1m');
      return (error as Error).message;
    }
  }

  async own(service: Activities<Billing>, what: string): Promise<string> {
    await sleep('1m');
    return `${this.name} ${await service.charge(what, 3)}`;
  }

  @workflow()
  async method(): Promise<unknown> {
    const pay = this.billing;
    return [await this.own(pay, 'm'), await this.own(this.other, 'n')];
  }
}

async function poll(shop: ServicesGivenToFunctions, id: string, tries: number): Promise<string> {
  for (let n = 0; n < tries; n += 1) {
    if (await shop.check(id)) return `${shop.name} ${n}`;
    await sleep('1m');
  }
  return 'gave up';
}

async function viaHelper(shop: ServicesGivenToFunctions): Promise<string> {
  const text = await shop.rest(3);
  const self = shop;
  return `${text} ${await poll(self, 'second', 4)}`;
}

export const runs = [
  { method: 'given', args: [] },
  { method: 'missing', args: [] },
  { method: 'itself', args: [] },
  { method: 'failing', args: [] },
  { method: 'method', args: [] },
];
