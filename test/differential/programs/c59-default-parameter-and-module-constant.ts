import { activity, sleep, workflow } from 'hopline';

const unit = 'EUR';
const rates: Record<string, number> = { EUR: 1, USD: 2 };

export class Currency {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(amount: number, currency = unit, rate = rates[currency] ?? 0): Promise<unknown[]> {
    await sleep(1); // live: amount, currency, rate
    const convert = (value: number, factor = rate) => value * factor;
    const converted = convert(amount);
    await sleep(2); // live: converted, currency
    return [converted, currency, unit, await this.give(Object.keys(rates))];
  }
}

export const runs = [[10], [10, 'USD'], [10, 'XXX'], [10, 'USD', 7]].map((args) => ({ method: 'run', args }));
