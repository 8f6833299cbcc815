import type { Invoice, Mail } from './services.ts';

export function comingCharge({ email, cents, currency, customer }: Invoice, day: number): Mail {
  const amount = `${(cents / 100).toFixed(2)} ${currency}`;
  const subject =
    day === 0
      ? `${customer}, your payment of ${amount} failed. We try again today.`
      : `${customer}, we try your payment of ${amount} again today (day ${day}).`;
  return { to: email, subject };
}

export function newCardNeeded({ email, customer }: Invoice, reason: string): Mail {
  return { to: email, subject: `${customer}, please give us another card (${reason}).` };
}
