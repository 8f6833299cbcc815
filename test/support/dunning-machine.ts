/**
 * A real dunning workflow, its machine written by hand in the shape that the compiler emits: the proof that the contract in
 * runtime/protocol/machine.ts carries a loop, a try/catch around an activity, and a return out of both.
 *
 * ```ts
 * @workflow()
 * async collect(invoice: Invoice): Promise<Outcome> {
 *   let attempts = 0;
 *   let last = 0;
 *   for (const day of [0, 1, 3, 7, 14]) {
 *     if (day > last) await sleep((day - last) * this.dayMs);
 *     last = day;
 *     await this.sendMail(invoice.customer, day);
 *     try {
 *       attempts += 1;
 *       const receipt = await this.charge(invoice, attempts);
 *       return { status: 'paid', day, attempts, receipt };
 *     } catch (error) {
 *       if ((error as Error).name === 'HardDecline') return { status: 'declined', day, attempts, reason: (error as Error).message };
 *     }
 *   }
 *   await this.cancelSubscription(invoice.customer);
 *   return { status: 'unpaid', day: last, attempts };
 * }
 * ```
 */
import { activity, FatalError, workflow } from 'hopline';
import { defineMachine, machine, resumed, unknownState } from 'hopline/machine';

export interface Invoice {
  readonly id: string;
  readonly customer: string;
  readonly cents: number;
}
export interface Receipt {
  readonly id: string;
  readonly at: Date;
}
export type Outcome =
  | { readonly status: 'paid'; readonly day: number; readonly attempts: number; readonly receipt: Receipt }
  | { readonly status: 'declined'; readonly day: number; readonly attempts: number; readonly reason: string }
  | { readonly status: 'unpaid'; readonly day: number; readonly attempts: number };

/** What the workflow needs of the world. */
export interface Bank {
  charge(invoice: Invoice, attempt: number): Promise<Receipt>;
  sendMail(customer: string, day: number): Promise<void>;
  cancelSubscription(customer: string): Promise<void>;
}

/** A card that will never work: the series ends. */
export class HardDecline extends FatalError {
  override readonly name = 'HardDecline';
}

export class Dunning {
  readonly bank: Bank;
  readonly dayMs: number;

  /** `dayMs`: shorter days for those who have to live through many. */
  constructor(bank: Bank, dayMs = 86_400_000) {
    this.bank = bank;
    this.dayMs = dayMs;
  }

  @workflow()
  async collect(_invoice: Invoice): Promise<Outcome> {
    throw new Error('Replaced by the machine below.');
  }

  @activity({ retry: { attempts: 3, initial: '1s', jitter: 'none' }, timeout: '30s' })
  async charge(invoice: Invoice, attempt: number): Promise<Receipt> {
    return this.bank.charge(invoice, attempt);
  }

  @activity({ retry: { attempts: 5, initial: '2s', jitter: 'none' } })
  async sendMail(customer: string, day: number): Promise<void> {
    await this.bank.sendMail(customer, day);
  }

  @activity()
  async cancelSubscription(customer: string): Promise<void> {
    await this.bank.cancelSubscription(customer);
  }
}

const days = [0, 1, 3, 7, 14];

/** Which block handles what another one throws: the catch clause covers the charge and nothing else. */
const handlers: Record<number, number> = { 4: 6, 5: 6 };

const dunningMachine = machine({
  name: 'Dunning.collect',
  method: 'collect',
  hash: 'dunning-1',
  file: 'test/support/dunning-machine.ts',
  workflow: true,
  repeatableAfterStart: true,
  inlineAfterStart: false,
  states: {
    sleep: { operation: 'sleep', hash: 'sleep-1', line: 9, repeatableAfter: true, inlineAfter: false },
    sendMail: {
      operation: 'activity',
      hash: 'sendMail-1',
      line: 11,
      repeatableAfter: true,
      inlineAfter: false,
      activity: { name: 'sendMail', key: 'sendMail', of: ownObject },
    },
    charge: {
      operation: 'activity',
      hash: 'charge-1',
      line: 14,
      repeatableAfter: true,
      inlineAfter: false,
      activity: { name: 'charge', key: 'charge', of: ownObject },
    },
    cancelSubscription: {
      operation: 'activity',
      hash: 'cancelSubscription-1',
      line: 20,
      repeatableAfter: true,
      inlineAfter: false,
      activity: { name: 'cancelSubscription', key: 'cancelSubscription', of: ownObject },
    },
  },
  async run(this: Dunning, frame, resume) {
    let invoice!: Invoice;
    let attempts!: number;
    let last!: number;
    let index!: number;
    let day!: number;
    let error: unknown;
    let block: number;
    const { locals } = frame;
    const load = () => {
      ({ invoice, attempts, last, index, day } = locals as never);
    };
    switch (frame.state) {
      case 'start':
        [invoice] = locals['args'] as [Invoice];
        block = 0;
        break;
      case 'sleep':
        load();
        block = 3;
        break;
      case 'sendMail':
        load();
        block = 4;
        break;
      case 'charge':
        load();
        block = 5;
        break;
      case 'cancelSubscription':
        load();
        block = 8;
        break;
      default:
        throw unknownState(frame.state);
    }
    for (;;)
      try {
        switch (block) {
          case 0: // let attempts = 0; let last = 0;
            attempts = 0;
            last = 0;
            index = 0;
            block = 1;
            break;
          case 1: // for (const day of …)
            if (index >= days.length) {
              block = 7;
              break;
            }
            day = days[index++]!;
            block = 2;
            break;
          case 2: // if (day > last) await sleep(…)
            if (day > last)
              return {
                kind: 'suspend',
                state: 'sleep',
                args: [(day - last) * this.dayMs],
                locals: { invoice, attempts, index, day },
                repeatable: true,
              };
            block = 3;
            break;
          case 3: // last = day; await this.sendMail(…)
            if (frame.state === 'sleep') resumed(resume);
            last = day;
            return {
              kind: 'suspend',
              state: 'sendMail',
              args: [invoice.customer, day],
              locals: { invoice, attempts, last, index, day },
              repeatable: true,
            };
          case 4: // try { attempts += 1; await this.charge(…)
            resumed(resume);
            attempts += 1;
            return {
              kind: 'suspend',
              state: 'charge',
              args: [invoice, attempts],
              locals: { invoice, attempts, last, index, day },
              repeatable: true,
            };
          case 5: // return { status: 'paid', … }
            return {
              kind: 'return',
              value: { status: 'paid', day, attempts, receipt: resumed(resume) },
              repeatable: true,
            };
          case 6: // catch (error)
            if ((error as Error).name === 'HardDecline')
              return {
                kind: 'return',
                value: { status: 'declined', day, attempts, reason: (error as Error).message },
                repeatable: true,
              };
            block = 1;
            break;
          case 7: // await this.cancelSubscription(…)
            return {
              kind: 'suspend',
              state: 'cancelSubscription',
              args: [invoice.customer],
              locals: { attempts, last },
              repeatable: true,
            };
          case 8: // return { status: 'unpaid', … }
            resumed(resume);
            return { kind: 'return', value: { status: 'unpaid', day: last, attempts }, repeatable: true };
        }
      } catch (thrown) {
        const handler = handlers[block];
        if (handler === undefined) throw thrown;
        error = thrown;
        block = handler;
      }
  },
});

function ownObject(this: object): object {
  return this;
}

defineMachine(Dunning, 'Dunning', dunningMachine);
