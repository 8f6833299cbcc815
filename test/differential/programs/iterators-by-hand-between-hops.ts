import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

class Range {
  readonly from: number;
  readonly to: number;
  constructor(from: number, to: number) {
    this.from = from;
    this.to = to;
  }
  [Symbol.iterator](): Iterator<number> {
    let at = this.from;
    const end = this.to;
    return {
      next: () => (at < end ? { done: false, value: at++ } : { done: true, value: undefined }),
      return: () => {
        host.note('closed', at);
        return { done: true, value: undefined };
      },
    };
  }
}

export class ByHand {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(to: number): Promise<unknown[]> {
    const out: unknown[] = [];
    for (const n of new Range(0, to)) {
      if (n === 2) break;
      out.push(n);
    }
    await sleep(1);
    const [a, b] = new Range(5, 9);
    out.push(a, b, await this.give([...new Range(1, to)]));
    const iterator = new Range(0, 2)[Symbol.iterator]();
    out.push(iterator.next().value, iterator.next().value, iterator.next().done);
    return out;
  }
}

export const runs = [1, 4].map((to) => ({ method: 'run', args: [to] }));
