import { activityContext } from 'hopline';
import { TestEnvironment } from 'hopline/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { tenOClock, type Calendar } from './calendar.ts';
import invoices from './invoices.json' with { type: 'json' };
import type { Charge, Invoice } from './services.ts';
import { Dunning } from './workflow.ts';

const declined: Charge = { status: 'declined', reason: 'insufficient funds', isFinal: false };
const stolen: Charge = { status: 'declined', reason: 'stolen card', isFinal: true };
const paid: Charge = { status: 'paid', receipt: 'receipt-1' };
const noAnswer = new Error('the bank does not answer');

/** One call of a service, with date and time where the customer is. */
interface Entry {
  what: string;
  date: string;
  time: string;
  key: string;
}

const opened: TestEnvironment[] = [];
afterEach(async () => {
  for (const env of opened.splice(0)) await env.close();
});

/** A bank that gives these answers in turn to each invoice, the last one for ever, and a journal of all that is called. */
async function world(answers: readonly (Charge | Error)[], startTime: string, calendar?: Calendar) {
  const journal: Entry[] = [];
  const asked = new Map<string, number>();
  const note = (what: string, timeZone: string) => {
    const local = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(env.now());
    const [date, time] = local.split(' ') as [string, string];
    journal.push({ what, date, time, key: activityContext().idempotencyKey });
  };
  const bank = {
    async charge({ id, timeZone }: Invoice): Promise<Charge> {
      note(`charge ${id}`, timeZone);
      const number = asked.get(id) ?? 0;
      asked.set(id, number + 1);
      const answer = answers[Math.min(number, answers.length - 1)]!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const mailer = {
    async send({ subject }: { subject: string }): Promise<void> {
      note(subject.includes('another card') ? 'mail: new card' : 'mail', 'UTC');
    },
  };
  const subscriptions = {
    async setStatus(_subscription: string, status: string): Promise<void> {
      note(status, 'UTC');
    },
  };
  const env = await TestEnvironment.create({
    workflows: [new Dunning(bank, mailer, subscriptions, calendar)],
    startTime: new Date(startTime),
  });
  opened.push(env);
  const collect = (invoice: Invoice) => env.client.start(Dunning, 'collect', { args: [invoice], id: invoice.id });
  const story = () => journal.map(({ what, date }) => `${what} ${date}`);
  return { env, collect, journal, story };
}

/** What may never happen to a customer, as sentences; none where all is well. */
function complaints(journal: readonly Entry[]): string[] {
  const charges = journal.filter(({ what }) => what.startsWith('charge'));
  return [...new Set(charges.map(({ what }) => what))].flatMap((what) => {
    const own = charges.filter((entry) => entry.what === what);
    const dates = own.map(({ date }) => date);
    return [
      ...(own.length > 5 ? [`${what}: ${own.length} times`] : []),
      ...dates.filter((date, index) => dates.indexOf(date) !== index).map((date) => `${what}: twice on ${date}`),
      ...own.filter(({ time }) => time !== '10:00').map(({ date, time }) => `${what}: at ${time} on ${date}`),
    ];
  });
}

describe('dunning', () => {
  it('charges on day 0, 1, 3, 7 and 14 at ten, mails before each, and cancels after the last', async () => {
    const { collect, journal, story } = await world([declined], '2026-03-23T07:30:00Z');
    const run = await collect(invoices.ada);
    expect(await run.result()).toEqual({ outcome: 'cancelled', day: 14, charges: 5 });
    const days = ['2026-03-23', '2026-03-24', '2026-03-26', '2026-03-30', '2026-04-06'];
    expect(story()).toEqual([
      'past-due 2026-03-23',
      ...days.flatMap((day) => [`mail ${day}`, `charge inv-1001 ${day}`]),
      'cancelled 2026-04-06',
    ]);
    // The clocks of Berlin went forward on 29 March.
    expect(complaints(journal)).toEqual([]);
    expect(new Set(journal.map(({ key }) => key)).size).toBe(journal.length);
  });

  it('ends with the first charge that is paid', async () => {
    const { collect, story, env } = await world([declined, declined, paid], '2026-03-23T07:30:00Z');
    const run = await collect(invoices.ada);
    expect(await run.result()).toEqual({ outcome: 'paid', day: 3, charges: 3, receipt: 'receipt-1' });
    await env.advance('30 days');
    expect(story().slice(-2)).toEqual(['charge inv-1001 2026-03-26', 'active 2026-03-26']);
  });

  it('stops at a hard decline and asks for another card', async () => {
    const { collect, story, env } = await world([declined, stolen], '2026-03-23T07:30:00Z');
    const run = await collect(invoices.ada);
    expect(await run.result()).toEqual({ outcome: 'newCardNeeded', day: 1, charges: 2 });
    await env.advance('30 days');
    expect(story().slice(-2)).toEqual(['charge inv-1001 2026-03-24', 'mail: new card 2026-03-24']);
  });

  it('asks a bank that is away again, as the same charge', async () => {
    const { collect, journal } = await world([noAnswer, noAnswer, paid], '2026-03-23T07:30:00Z');
    const run = await collect(invoices.ada);
    expect(await run.result()).toMatchObject({ outcome: 'paid', day: 0, charges: 1 });
    const charges = journal.filter(({ what }) => what === 'charge inv-1001');
    expect(charges).toHaveLength(3);
    expect(new Set(charges.map(({ key }) => key)).size).toBe(1);
  });

  it('pauses where the bank stays away, and neither charges on nor cancels', async () => {
    const { collect, env, story } = await world([noAnswer], '2026-03-23T07:30:00Z');
    const run = await collect(invoices.ada);
    await expect(run.result()).rejects.toMatchObject({ code: 'RUN_PAUSED' });
    expect(await env.deadLetters()).toMatchObject([{ runId: 'inv-1001', reason: 'paused' }]);
    expect(story().at(-1)).toBe('charge inv-1001 2026-03-23');
  });

  it('charges at ten in every zone through both changes of the clocks', async () => {
    const { collect, env, journal } = await world([declined], '2026-03-01T00:00:00Z');
    const starts = {
      '2026-03-06': 'America/New_York',
      '2026-03-27': 'Australia/Sydney',
      '2026-10-20': 'Europe/Berlin',
    };
    for (const [failedOn, timeZone] of Object.entries(starts)) {
      await env.advance(new Date(failedOn).getTime() - 24 * 3_600_000 - env.now().getTime());
      const run = await collect({ ...invoices.ada, id: timeZone, failedOn, timeZone });
      expect(await run.result()).toMatchObject({ charges: 5 });
    }
    expect(journal.filter(({ what }) => what.startsWith('charge'))).toHaveLength(15);
    expect(complaints(journal)).toEqual([]);
  });

  it('would be found out if it charged twice on a day or at night', async () => {
    const { collect, journal } = await world([declined], '2026-03-23T22:00:00Z', (date) => new Date(date));
    await (await collect(invoices.ada)).result();
    expect(complaints(journal)).toContain('charge inv-1001: twice on 2026-03-23');
    expect(complaints(journal)).toContain('charge inv-1001: at 23:00 on 2026-03-23');
  });
});

describe('ten in the morning', () => {
  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'Asia/Kolkata', 'Pacific/Apia', 'UTC'])(
    'is ten on the clocks of %s on every day of a year',
    (timeZone) => {
      const local = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
      for (let day = 0; day <= 365; day++) {
        const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
        expect(local.format(tenOClock('2026-01-01', day, timeZone))).toBe(`${date} 10:00`);
      }
    },
  );
});
