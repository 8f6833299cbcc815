/** Services to practise with: they print what real ones would do. Cards behave by their names, as payment providers' test cards do. */
import { activityContext } from 'hopline';
import type { Bank, Charge, Invoice, Mail, Mailer, Subscriptions } from './services.ts';

/** How each test card answers its first, second, third… charge; the last answer stays. */
const cards: Record<string, readonly string[]> = {
  'pays-at-once': ['paid'],
  'pays-on-third-charge': ['insufficient funds', 'insufficient funds', 'paid'],
  'bank-is-away-at-first': ['no answer', 'no answer', 'insufficient funds', 'paid'],
  'was-stolen': ['insufficient funds', 'stolen card'],
  'never-pays': ['insufficient funds'],
};

export class PracticeBank implements Bank {
  /** Answers by idempotency key: a charge that is asked for again is not made again. */
  readonly #charges = new Map<string, Charge>();
  readonly #asked = new Map<string, number>();

  async charge({ id, card }: Invoice): Promise<Charge> {
    const key = activityContext().idempotencyKey;
    const known = this.#charges.get(key);
    if (known) return known;
    const answer = this.#nextAnswer(id, card);
    if (answer === 'no answer') throw new Error('the bank does not answer');
    const charge: Charge =
      answer === 'paid'
        ? { status: 'paid', receipt: `receipt-${id}` }
        : { status: 'declined', reason: answer, isFinal: answer === 'stolen card' };
    this.#charges.set(key, charge);
    return charge;
  }

  #nextAnswer(invoice: string, card: string): string {
    const answers = cards[card];
    if (!answers) throw new Error(`there is no test card '${card}'; there are ${Object.keys(cards).join(', ')}`);
    const asked = this.#asked.get(invoice) ?? 0;
    this.#asked.set(invoice, asked + 1);
    return answers[Math.min(asked, answers.length - 1)]!;
  }
}

export class PracticeMailer implements Mailer {
  async send({ to, subject }: Mail): Promise<void> {
    console.log(`  mail to ${to}: ${subject}`);
  }
}

export class PracticeSubscriptions implements Subscriptions {
  async setStatus(subscription: string, status: string): Promise<void> {
    console.log(`  ${subscription} is ${status}`);
  }
}
