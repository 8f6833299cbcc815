import { activity, sleep, workflow } from 'hopline';

export class Unknown {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async any(items: any): Promise<unknown[]> {
    const out: unknown[] = [];
    for (const item of items) {
      out.push(item);
      await sleep(1);
    }
    return out;
  }

  @workflow()
  async union(items: string | readonly string[] | Set<string> | Map<string, number>): Promise<unknown[]> {
    const out: unknown[] = [];
    for (const item of items) out.push(await this.give(item));
    return out;
  }
}

export const runs = [
  { method: 'any', args: ['a😀'] },
  { method: 'any', args: [new Map([[1, 2]])] },
  { method: 'union', args: ['ab'] },
  { method: 'union', args: [['a', 'b']] },
  { method: 'union', args: [new Set(['a', 'b'])] },
  { method: 'union', args: [new Map([['a', 1]])] },
];
