import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

interface Customer {
  name?: string;
  address?: { city?: string; lines?: string[] } | null;
  greet?: { length: number };
}

export class Optional {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(customer: Customer | null): Promise<unknown[]> {
    return [
      (await this.give(customer))?.address?.city,
      customer?.address?.lines?.[await this.give(1)],
      customer?.name?.slice(await this.give(1)).toUpperCase(),
      customer?.address?.lines?.concat(await this.give('extra'), host.note('argument', 'x')).length,
      (await this.give(customer))?.name!.length,
      customer?.greet?.length ?? (await this.give('no greeting')),
      customer,
    ];
  }
}

export const runs = [
  { method: 'run', args: [null] },
  { method: 'run', args: [{ name: 'ann' }] },
  { method: 'run', args: [{ name: 'bo', address: null, greet: { length: 2 } }] },
  { method: 'run', args: [{ name: 'cy', address: { city: 'Rome', lines: ['a', 'b'] } }] },
];
