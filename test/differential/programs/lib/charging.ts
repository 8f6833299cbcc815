import { sleep, type Activities } from 'hopline';
import { host } from '../../harness/host.ts';

export interface Billing {
  charge(invoice: string, cents: number): Promise<string>;
  rates: { lookup(country: string): Promise<number> };
  readonly currency: string;
}

export type BillingService = Activities<Billing>;

export const billing: Billing = {
  currency: 'EUR',
  async charge(invoice, cents) {
    if (cents < 0) throw new RangeError(`${invoice} is negative`);
    return `${invoice} ${cents} ${this.currency}`;
  },
  rates: { lookup: async (country) => country.length },
};

export async function chargeAll(
  service: Activities<Billing>,
  invoices: readonly string[],
  cents = 5,
): Promise<string[]> {
  const receipts: string[] = [];
  for (const invoice of invoices) {
    receipts.push(await service.charge(invoice, cents));
    await sleep('1h');
    host.note('currency', service.currency);
  }
  return receipts;
}

/** Gives on what it was given, second here and first there. */
export async function chargeTwice(note: string, service: BillingService): Promise<unknown> {
  const again = service;
  const first = await chargeAll(again, [`${note}-1`]);
  const { currency } = service;
  await sleep('1m');
  return [first, await chargeAll(service, [`${note}-2`], 7), currency];
}

export async function maybeCharge(invoice: string, service?: BillingService): Promise<string> {
  await sleep('1m');
  if (!service) return `${invoice} unpaid`;
  return await service.charge(invoice, 1);
}
