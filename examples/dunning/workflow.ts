import { sleepUntil, workflow, type Activities } from 'hopline';
import { tenOClock, type Calendar } from './calendar.ts';
import { comingCharge, newCardNeeded } from './mails.ts';
import type { Bank, Invoice, Mailer, Subscriptions } from './services.ts';

/** Days after the payment failed on which it is tried again. */
const attemptDays = [0, 1, 3, 7, 14];

/** What became of the invoice. `newCardNeeded`: the bank said that this card will never pay. */
export interface DunningResult {
  outcome: 'paid' | 'newCardNeeded' | 'cancelled';
  day: number;
  charges: number;
  receipt?: string;
}

/** The bank may be away for a while; that is no decline. All tries of one charge have one idempotency key. */
type PatientBank = Activities<
  Bank,
  { charge: { timeout: '30s'; retry: { attempts: 8; initial: '10s'; max: '10 minutes' } } }
>;

export class Dunning {
  constructor(
    private readonly bank: PatientBank,
    private readonly mailer: Activities<Mailer>,
    private readonly subscriptions: Activities<Subscriptions>,
    private readonly calendar: Calendar = tenOClock,
  ) {}

  @workflow()
  async collect(invoice: Invoice): Promise<DunningResult> {
    await this.subscriptions.setStatus(invoice.subscription, 'past-due');
    let charges = 0;
    for (const day of attemptDays) {
      await sleepUntil(this.calendar(invoice.failedOn, day, invoice.timeZone));
      await this.mailer.send(comingCharge(invoice, day));

      const charge = await this.bank.charge(invoice);
      charges++;
      if (charge.status === 'paid') {
        await this.subscriptions.setStatus(invoice.subscription, 'active');
        return { outcome: 'paid', day, charges, receipt: charge.receipt };
      }
      if (charge.isFinal) {
        await this.mailer.send(newCardNeeded(invoice, charge.reason));
        return { outcome: 'newCardNeeded', day, charges };
      }
    }
    await this.subscriptions.setStatus(invoice.subscription, 'cancelled');
    return { outcome: 'cancelled', day: attemptDays.at(-1)!, charges };
  }
}
