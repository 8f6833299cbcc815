import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

/** Declared, in constants, in a table, in a namespace; awaited, returned, recursive and each other's. */
async function pause(days: number): Promise<string> {
  host.note('pause begins', days);
  await sleep({ days });
  return `paused ${days}`;
}

const twice = async (days: number) => {
  const first = await pause(days);
  const second = await pause(days + 1);
  return [first, second];
};

const brief = async (minutes: number) => await sleep({ minutes });
const handed = async (days: number) => pause(days);

const named = async function (items: readonly string[]): Promise<string[]> {
  const out: string[] = [];
  for (const item of items) {
    await sleep('1m');
    out.push(host.note('item', item.toUpperCase()));
  }
  return out;
};

const steps = {
  unit: 'eur',
  async charge(amount: number): Promise<string> {
    await sleep('1h');
    return `${amount} ${this.unit}`;
  },
  refund: async (amount: number) => {
    await sleep('2h');
    return -amount;
  },
  nested: {
    async both(amount: number): Promise<unknown[]> {
      return [await steps.charge(amount), await steps.refund(amount)];
    },
  },
};

namespace timing {
  const unit = 3;
  export async function wait(times: number): Promise<number> {
    for (let n = 0; n < times; n += 1) await sleep({ seconds: unit });
    return times * unit;
  }
}

async function countdown(n: number): Promise<number[]> {
  if (n === 0) return [];
  await sleep({ seconds: n });
  const rest = await countdown(n - 1);
  return [n, ...rest];
}

async function even(n: number): Promise<boolean> {
  if (n === 0) return true;
  await sleep('1s');
  return odd(n - 1);
}
async function odd(n: number): Promise<boolean> {
  return n === 0 ? false : await even(n - 1);
}

const down = async function self(n: number): Promise<string> {
  await sleep({ seconds: n });
  return n === 0 ? typeof self : `${n} ${await self(n - 1)}`;
};

class Statics {
  static readonly unit = 'h';
  static async idle(hours: number): Promise<string> {
    await sleep({ hours });
    return `${await this.#both(hours)} ${await Statics.#both(1)}`;
  }
  static async #both(n: number): Promise<string> {
    await sleep('1s');
    return `${n}${this.unit}`;
  }
}

async function failing(what: string): Promise<never> {
  try {
    await sleep('1m');
    throw new TypeError(what);
  } finally {
    host.note('left', what);
  }
}

function labelled(text: string): Promise<string>;
function labelled(text: number): Promise<number>;
async function labelled(text: string | number): Promise<string | number> {
  await sleep('1m');
  return text;
}

async function firstOf<T>(items: readonly T[]): Promise<T | undefined> {
  const [first] = items;
  await sleep('1m');
  return first;
}

export class FunctionsOfTheModuleThatSuspend {
  @activity() async send(text: unknown): Promise<string> {
    return `sent ${String(text)}`;
  }

  @workflow()
  async straight(): Promise<unknown> {
    const one = await pause(1);
    await brief(3);
    const list = await twice(2);
    const sent = await this.send(one);
    return [one, list, await handed(9), sent, await named(['a', 'b'])];
  }

  @workflow()
  async tables(): Promise<unknown> {
    return [
      await steps.charge(5),
      await down(2),
      await Statics.idle(4),
      await steps.refund(5),
      await steps.nested.both(6),
      await timing.wait(2),
      await labelled('x'),
      await labelled(4),
      await firstOf(['p', 'q']),
    ];
  }

  @workflow()
  async circles(): Promise<unknown> {
    return { down: await countdown(3), even: await even(3), odd: await odd(1) };
  }

  @workflow()
  async errors(): Promise<string> {
    try {
      await failing('first');
    } catch (error) {
      const { name, message } = error as Error;
      await sleep('1d');
      return `${name} ${message}`;
    }
    return 'none';
  }

  @workflow()
  async aliases(): Promise<unknown> {
    const shared = { n: 1 };
    const same = await holding(shared);
    shared.n += 1;
    return [same === shared, same.n, (await pause(shared.n)).length];
  }
}

/** Arguments are references, as in any call. */
async function holding(box: { n: number }): Promise<{ n: number }> {
  box.n += 10;
  await sleep('1m');
  box.n += 100;
  return box;
}

export const runs = [
  { method: 'straight', args: [] },
  { method: 'tables', args: [] },
  { method: 'circles', args: [] },
  { method: 'errors', args: [] },
  { method: 'aliases', args: [] },
];
