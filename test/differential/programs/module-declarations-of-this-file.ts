import { activity, sleep, workflow } from 'hopline';
import type { Basket } from './lib/pricing.ts';

const limits = { low: 1, high: 10 };
let version = 1;
version += 1;
const [first, { second }] = ['f', { second: 's' }] as const;
enum State {
  Open = 'open',
  Closed = 'closed',
}
namespace Names {
  export const prefix = 'n:';
  export const of = (name: string) => prefix + name;
}
function clamp(value: number): number {
  return Math.min(limits.high, Math.max(limits.low, value));
}
class Box {
  static readonly unit = 'box';
  readonly value: number;
  constructor(value: number) {
    this.value = clamp(value);
  }
}

export type Size = Basket['items'];

export class Module {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    let state = State.Open;
    await sleep(limits.low);
    const clamped = clamp(await this.give(n));
    state = State.Closed;
    await sleep(clamped);
    return [clamped, state, State.Open, Names.of('x'), new Box(n).value, Box.unit, version, first, second, limits];
  }
}

export const runs = [-5, 5, 50].map((n) => ({ method: 'run', args: [n] }));
