/** Dunning with days of a fifth of a second, for queues whose time cannot be moved. */
import { defineConfig, RetryableError } from 'hopline';
import { PracticeBank, PracticeMailer, PracticeSubscriptions } from '../../examples/dunning/practice-services.ts';
import type { Charge, Invoice } from '../../examples/dunning/services.ts';
import { Dunning } from '../../examples/dunning/workflow.ts';

/** Is away only for a second at a time. */
class HastyBank extends PracticeBank {
  override async charge(invoice: Invoice): Promise<Charge> {
    try {
      return await super.charge(invoice);
    } catch (cause) {
      throw new RetryableError('away for a second', { retryAfter: '1s', cause });
    }
  }
}

const dayMs = 200;
const hastyCalendar = (date: string, day: number) => new Date(Date.parse(date) + day * dayMs);

export default defineConfig({
  files: ['../../examples/dunning/workflow.ts'],
  workflows: () => [new Dunning(new HastyBank(), new PracticeMailer(), new PracticeSubscriptions(), hastyCalendar)],
});
