import { activity, sleep, workflow, type Activities } from 'hopline';
import { host } from '../harness/host.ts';
import { billing, type Billing } from './lib/charging.ts';

export const services = ['billing'];

class Poller {
  readonly #step = 2;
  protected readonly billing: Activities<Billing>;
  readonly label: string;
  constructor(service: Activities<Billing>, label: string) {
    this.billing = service;
    this.label = label;
  }

  async poll(id: string): Promise<string> {
    const paid = await this.billing.charge(id, this.#step);
    await this.pause(id);
    await this.#secret();
    return `${this.label} ${paid}`;
  }

  protected async pause(id: string): Promise<void> {
    host.note('pause', id);
    await sleep({ minutes: this.#step });
  }

  async #secret(): Promise<void> {
    await sleep('1s');
  }

  get twice(): string {
    return this.label.repeat(2);
  }
}

/** Overrides what the base calls. */
class SlowPoller extends Poller {
  protected override async pause(id: string): Promise<void> {
    await sleep('1 day');
    const receipt = await this.billing.charge(`${id} slow`, 1);
    host.note('slow', receipt);
  }
}

/** Overrides it with what does not suspend. */
class QuickPoller extends Poller {
  protected override async pause(id: string): Promise<void> {
    host.note('quick', id);
  }
}

/** Holds one that holds one. */
class Chain {
  readonly inner: Poller;
  constructor(inner: Poller) {
    this.inner = inner;
  }
  async run(id: string): Promise<string> {
    const { inner } = this;
    await sleep('1m');
    return `${await inner.poll(id)} ${inner.twice}`;
  }
}

const fixed = { currency: 'CHF', count: 0 };
class Fixed {
  async tick(n: number): Promise<string> {
    for (let i = 0; i < n; i += 1) await sleep({ seconds: i + 1 });
    return `${fixed.currency} ${n}`;
  }
}
const ticker = new Fixed();

async function pollWith(poller: Poller, ids: readonly string[]): Promise<string[]> {
  const out: string[] = [];
  for (const id of ids) out.push(await poller.poll(id));
  return out;
}

export class ObjectsHeldThatSuspend {
  private readonly billing: Activities<Billing> = billing;
  private readonly poller: Poller;
  private readonly slow: Poller;
  private readonly quick: Poller;
  private readonly chain: Chain;

  constructor() {
    // Through the field, as the test wraps it.
    const held = this;
    const service = new Proxy({} as Activities<Billing>, {
      get: (_, key) => Reflect.get(held.billing, key) as unknown,
    });
    this.poller = new Poller(service, 'plain');
    this.slow = new SlowPoller(service, 'slow');
    this.quick = new QuickPoller(service, 'quick');
    this.chain = new Chain(this.slow);
  }

  @activity() async send(text: string): Promise<string> {
    return `sent ${text}`;
  }

  @workflow()
  async held(): Promise<unknown> {
    const one = await this.poller.poll('a');
    const two = await this.slow.poll('b');
    const three = await this.quick.poll('c');
    return [await this.send(one), two, three, await this.chain.run('d'), await this.chain.inner.poll('e')];
  }

  @workflow()
  async constants(): Promise<unknown> {
    const { poller } = this;
    return [
      await ticker.tick(3),
      await poller.poll('f'),
      await pollWith(this.slow, ['g', 'h']),
      await pollWith(poller, ['i']),
    ];
  }
}

export const runs = [
  { method: 'held', args: [] },
  { method: 'constants', args: [] },
];
