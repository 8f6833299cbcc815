import { FatalError, activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

interface Invoice {
  id: string;
  cents: number;
}
type Charge = { status: 'paid'; receipt: string } | { status: 'declined'; reason: string };
const waits = ['1 day', '2 days', '4 days'] as const;

export class Dunning {
  @activity()
  async charge(invoice: Invoice, attempt: number): Promise<Charge> {
    if (invoice.id === 'broken') throw new FatalError('no such card');
    return invoice.cents <= attempt * 100
      ? { status: 'paid', receipt: `r-${attempt}` }
      : { status: 'declined', reason: 'funds' };
  }

  @activity()
  async remind(invoice: string, day: number): Promise<void> {
    host.note('reminded', `${invoice} ${day}`);
  }

  @workflow()
  async collect(invoice: Invoice): Promise<{ paid: boolean; attempts: number; reasons: string[]; receipt?: string }> {
    const reasons: string[] = [];
    for (let attempt = 0; attempt <= waits.length; attempt++) {
      let charge: Charge;
      try {
        charge = await this.charge(invoice, attempt);
      } catch (error) {
        return { paid: false, attempts: attempt + 1, reasons: [(error as Error).message] };
      }
      if (charge.status === 'paid') return { paid: true, attempts: attempt + 1, reasons, receipt: charge.receipt };
      reasons.push(charge.reason);
      const wait = waits[attempt];
      if (!wait) break;
      await this.remind(invoice.id, attempt);
      await sleep(wait);
    }
    return { paid: false, attempts: reasons.length, reasons };
  }
}

export const runs = [0, 150, 300, 1000]
  .map((cents) => ({ method: 'collect', args: [{ id: `i${cents}`, cents }] }))
  .concat([{ method: 'collect', args: [{ id: 'broken', cents: 1 }] }]);
