import { activity, sleep, workflow } from 'hopline';

interface Reply {
  id: number;
  user?: { name: string; tags: string[] };
  total?: number;
  extra?: string;
}

export class Destructure {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(reply: Reply): Promise<unknown[]> {
    const {
      id,
      user: { name, tags: [first, ...others] } = { name: 'nobody', tags: [] },
      ...rest
    } = await this.give(reply);
    await sleep(1);
    const { total = await this.give(0), [await this.give('extra')]: extra = 'none' } = rest as Record<string, unknown>;
    const [a, , b = await this.give('b'), ...more] = await this.give([1, 2, undefined, 4, 5] as const);
    let { length } = await this.give('text');
    length += 1;
    const [letter, second = 'none'] = await this.give('x');
    return [id, name, first, others, rest, total, extra, a, b, more, length, letter, second];
  }
}

export const runs = [
  { method: 'run', args: [{ id: 1 }] },
  { method: 'run', args: [{ id: 2, user: { name: 'n', tags: ['t', 'u', 'v'] }, total: 5, extra: 'e' }] },
];
