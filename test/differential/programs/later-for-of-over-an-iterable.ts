import { activity, workflow } from 'hopline';

export class AnyIterable {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async iterable(items: Iterable<number>): Promise<number[]> {
    const out: number[] = [];
    for (const item of items) out.push(await this.give(item));
    return out;
  }
}

export const runs = [
  { method: 'iterable', args: [[1, 2]] },
  { method: 'iterable', args: [new Set([1, 2])] },
  { method: 'iterable', args: [new Uint8Array([1, 2])] },
];
