import { activity, sleep, workflow } from 'hopline';

type Kind = 'card' | 'cash' | 'transfer';

export class Chosen {
  readonly prefix = 'paid by';

  @activity()
  async card(order: { id: number }, times = 1): Promise<string> {
    return `${this.prefix} card ${order.id} ${times}`;
  }
  @activity()
  async cash(order: { id: number }): Promise<string> {
    if (order.id === 13) throw new RangeError('no cash');
    return `${this.prefix} cash ${order.id}`;
  }
  @activity()
  async which(n: number): Promise<Kind> {
    return (['card', 'cash', 'transfer'] as const)[n % 3]!;
  }
  private async transfer(order: { id: number }, days = 2): Promise<string> {
    await sleep(days);
    return `${await this.card(order, days)} later`;
  }

  @workflow()
  async run(kind: Kind, id: number): Promise<unknown[]> {
    const out: unknown[] = [];
    const order = { id };
    out.push(await this[kind](order));
    await this[kind](order);
    let chosen = '';
    chosen = await this[await this.which(id)](order);
    out.push(chosen, [(await this[kind]({ id: id + 1 })).length, chosen.length]);
    for (const each of ['cash', 'card'] as const) {
      try {
        out.push(await this[each](order));
      } catch (error) {
        out.push((error as Error).name);
      }
    }
    const fixed = 'card';
    return [...out, await this[fixed](order, 3), this.prefix[0]];
  }

  @workflow()
  async wrong(kind: Kind): Promise<string> {
    try {
      return await this[kind]({ id: 1 });
    } catch (error) {
      await sleep(1);
      return (error as Error).name;
    }
  }
}

export const runs = [
  { method: 'run', args: ['card', 1] },
  { method: 'run', args: ['cash', 2] },
  { method: 'run', args: ['transfer', 12] },
  { method: 'wrong', args: ['nothing'] },
];
