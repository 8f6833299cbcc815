/** What the workflow works with. In your program these talk to a payment provider, a mail service, a database. */

export interface Invoice {
  id: string;
  customer: string;
  email: string;
  subscription: string;
  card: string;
  cents: number;
  currency: string;
  /** The day of the failed payment, as the customer's calendar has it: `2026-03-23`. */
  failedOn: string;
  /** IANA name: `Europe/Berlin`. */
  timeZone: string;
}

/** `isFinal`: a hard decline, such as a stolen card; trying again would only cost fees. */
export type Charge = { status: 'paid'; receipt: string } | { status: 'declined'; reason: string; isFinal: boolean };

export interface Bank {
  /** Resolves with the bank's answer; rejects where there was none. */
  charge(invoice: Invoice): Promise<Charge>;
}

export interface Mail {
  to: string;
  subject: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

export interface Subscriptions {
  setStatus(subscription: string, status: 'active' | 'past-due' | 'cancelled'): Promise<void>;
}
