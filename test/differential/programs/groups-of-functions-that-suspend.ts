import { sleep, workflow, type Activities } from 'hopline';
import { host } from '../harness/host.ts';
import { billing, chargeAll, type Billing } from './lib/charging.ts';
import { untilDone } from './lib/waiting.ts';

export const services = ['billing', 'other'];

class Ticker {
  readonly unit: number;
  constructor(unit: number) {
    this.unit = unit;
  }
  async tick(n: number): Promise<number> {
    for (let i = 0; i < n; i += 1) await this.rest();
    return n * this.unit;
  }
  protected async rest(): Promise<void> {
    await sleep({ seconds: this.unit });
  }
}
class SlowTicker extends Ticker {
  protected override async rest(): Promise<void> {
    await sleep({ hours: this.unit });
  }
}

/** A group within a function, called by a branch of a group. */
async function both(service: Activities<Billing>, id: string): Promise<string[]> {
  return await Promise.all([service.charge(id, 1), service.charge(`${id}!`, 2)]);
}

export class GroupsOfFunctionsThatSuspend {
  private readonly billing: Activities<Billing> = billing;
  private readonly other: Activities<Billing> = { ...billing, charge: async (id) => `other ${id}` };
  private readonly quick: Ticker = new Ticker(2);
  private readonly slow: Ticker = new SlowTicker(3);

  @workflow()
  async all(): Promise<unknown> {
    const lists = await Promise.all([
      chargeAll(this.billing, ['a', 'b']),
      chargeAll(this.other, ['c']),
      both(this.other, 'd'),
      untilDone('e', 4),
      this.quick.tick(2),
      this.slow.tick(1),
    ]);
    host.note('lists', lists.length);
    return [lists, await Promise.all(['x', 'y'].map((id) => both(this.billing, id)))];
  }
}

export const runs = [{ method: 'all', args: [] }];
