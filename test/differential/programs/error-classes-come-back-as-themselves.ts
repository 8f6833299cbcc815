import { FatalError, activity, sleep, workflow } from 'hopline';
import { ShopError, Unpaid } from './lib/shop-errors.ts';
import { isLost as saysLost, fail } from './lib/shop-errors.ts';

export class ComesBack {
  @activity()
  async sell(kind: string): Promise<string> {
    if (kind === 'gone') throw new Gone('sold out');
    if (kind === 'unpaid') throw new Unpaid(250);
    if (kind === 'derived') throw new Closed('at night');
    if (kind === 'fine') return kind;
    return fail(kind);
  }

  @workflow()
  async run(kind: string): Promise<unknown[]> {
    let caught: unknown;
    try {
      return [await this.sell(kind)];
    } catch (error) {
      await sleep(1);
      caught = error;
    }
    await sleep(1);
    const seen = [caught instanceof Gone, caught instanceof ShopError, saysLost(caught), caught instanceof FatalError];
    if (caught instanceof Unpaid) return [...seen, caught.cents, caught.describe()];
    if (caught instanceof ShopError) return [...seen, caught.describe()];
    return [...seen, String(caught)];
  }
}

/** Declared behind the workflow, which uses it all the same. */
class Gone extends FatalError {}
const Closed = class extends Gone {};

export const runs = ['gone', 'unpaid', 'derived', 'lost', 'unknown', 'fine'].map((kind) => ({
  method: 'run',
  args: [kind],
}));
