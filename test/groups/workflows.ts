import { activity, activityContext, rateLimit, sleep, workflow } from 'hopline';

export interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly attempt: number;
  readonly key: string;
}

/** What the world saw, in order. */
export class World {
  readonly calls: Call[] = [];
  running = 0;
  runningMost = 0;
  readonly aborted: string[] = [];
  isMended = false;
}

export class Groups {
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  private note(name: string, input: unknown): Call {
    const { attempt, idempotencyKey } = activityContext();
    const call = { name, input, attempt, key: idempotencyKey };
    this.world.calls.push(call);
    return call;
  }

  @activity()
  async echo<T>(input: T): Promise<T> {
    this.note('echo', input);
    this.world.running += 1;
    this.world.runningMost = Math.max(this.world.runningMost, this.world.running);
    await new Promise((resolve) => setImmediate(resolve));
    this.world.running -= 1;
    return input;
  }

  @activity({ retry: { attempts: 4, delays: ['1 minute', '5 minutes', '1 hour'], jitter: 'none' } })
  async flaky(input: string, failures: number): Promise<string> {
    const { attempt } = this.note('flaky', input);
    if (attempt <= failures) throw new Error(`${input} failed ${attempt}`);
    return `${input} after ${attempt}`;
  }

  @activity({ retry: { attempts: 1 } })
  async refuse(input: string): Promise<string> {
    this.note('refuse', input);
    if (this.world.isMended) return input;
    throw new RangeError(`${input} refused`);
  }

  /** Ends only when it is told to. */
  @activity({ timeout: '2 hours' })
  async hang(input: string): Promise<string> {
    this.note('hang', input);
    const { signal } = activityContext();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    this.world.aborted.push(input);
    return input;
  }

  private async twice(input: string): Promise<string> {
    const first = await this.echo(`${input}1`);
    await sleep('1 hour');
    return `${first}, ${await this.echo(`${input}2`)}`;
  }

  @workflow()
  async all(orders: string[]): Promise<unknown> {
    const rates = new Map(orders.map((order, index) => [order, index + 10]));
    const [a, b, c, d] = await Promise.all([this.echo('a'), Promise.resolve(5), this.twice('c'), sleep('10 minutes')]);
    const many = await Promise.all(orders.map((order) => this.echo([order, rates.get(order)!])));
    const nothing = await Promise.all(orders.filter(() => false).map((order) => this.echo(order)));
    const spread = await Promise.all([...orders.map((order) => this.echo(order)), this.echo(await this.echo(7))]);
    await sleep('1 day');
    return { a, b, c, d, many, nothing, spread, rates };
  }

  @workflow()
  async settled(orders: string[]): Promise<unknown> {
    const results = await Promise.allSettled([
      this.refuse('x'),
      orders.length > 1 ? this.refuse('y') : null,
      ...orders.map((order) => this.echo(order)),
    ]);
    await sleep('1 day');
    return results.map((each) =>
      each.status === 'fulfilled' ? each.value : [(each.reason as Error).name, (each.reason as Error).message],
    );
  }

  @workflow()
  async retried(): Promise<unknown> {
    return Promise.all([this.flaky('f', 3), this.flaky('g', 1), this.echo('once'), this.twice('t')]);
  }

  @workflow()
  async rejected(): Promise<unknown> {
    try {
      await Promise.all([this.echo('a'), this.refuse('b'), sleep('30 days')]);
      return 'not reached';
    } catch (error) {
      await sleep('1 minute');
      return [error instanceof RangeError, (error as Error).message];
    }
  }

  @workflow()
  async raced(): Promise<unknown> {
    const fast = await Promise.race([this.echo('fast'), sleep('300 days')]);
    const slept = await Promise.race([sleep('10 minutes'), this.twice('z')]);
    const finished = await Promise.race([sleep('3 hours'), this.twice('w')]);
    const any = await Promise.any([this.refuse('a'), this.echo('b')]);
    let none: unknown;
    try {
      await Promise.any([this.refuse('a'), this.refuse('b')]);
    } catch (error) {
      const { name, message, errors } = error as AggregateError;
      none = [name, message, errors.map(String)];
    }
    await sleep('1 minute');
    return { fast, slept, finished, any, none };
  }

  @workflow()
  async timedOut(): Promise<unknown> {
    const winner = await Promise.race([this.hang('slow'), sleep('20 minutes')]);
    await sleep('1 minute');
    return winner === undefined ? 'timed out' : winner;
  }

  @workflow()
  async nested(orders: string[]): Promise<unknown> {
    const result = await Promise.all([this.pair(orders[0]!), this.pair(orders[1]!)]);
    await sleep('1 minute');
    return result;
  }

  private async pair(order: string): Promise<string[]> {
    const both = await Promise.all([this.echo(order), this.twice(order)]);
    await sleep('2 minutes');
    return both;
  }

  @workflow()
  async many(count: number): Promise<number> {
    const results = await Promise.all(Array.from({ length: count }, (_, index) => this.echo(index)));
    return results.reduce((sum, each) => sum + each, 0);
  }

  @workflow()
  async large(count: number): Promise<number> {
    const texts = await Promise.all(Array.from({ length: count }, (_, index) => this.echo('x'.repeat(1_000 + index))));
    return texts.length;
  }

  @workflow()
  async unfit(): Promise<unknown> {
    try {
      await Promise.all([this.keep(Symbol('s')), this.echo('a')]);
    } catch (error) {
      await sleep('1 minute');
      return (error as Error).message;
    }
    return 'not reached';
  }

  private async keep(value: unknown): Promise<void> {
    await sleep('1 hour');
    await this.echo(String(value));
  }

  @workflow()
  async lifted(orders: string[]): Promise<unknown> {
    let total = 0;
    const log: string[] = [];
    const deliver = async (order: string, minutes: number) => {
      log.push(await this.echo(order));
      await sleep(minutes * 60_000);
      total += minutes;
      return this.echo(`${order} ${total}`);
    };
    const texts = await Promise.all(
      orders.map(async (order, index) => {
        const text = await deliver(order, index + 1);
        await sleep('1 hour');
        return `${text}!`;
      }),
    );
    await sleep('1 day');
    return [texts, total, log, await deliver('last', 5)];
  }

  @workflow()
  async shared(): Promise<unknown> {
    const seen: string[] = [];
    await Promise.all([this.append(seen, 'a'), this.append(seen, 'b')]);
    await sleep('1 hour');
    seen.push('end');
    return seen;
  }

  private async append(to: string[], text: string): Promise<void> {
    to.push(await this.echo(text));
    await sleep(text === 'a' ? '5 minutes' : '10 minutes');
    to.push(await this.echo(`${text}${to.length}`));
  }

  @workflow()
  async limited(count: number): Promise<unknown> {
    return Promise.all(Array.from({ length: count }, (_, index) => this.slowly(index)));
  }

  private async slowly(index: number): Promise<number> {
    await rateLimit('groups', { limit: 2, per: '1 minute' });
    return this.echo(index);
  }

  @workflow()
  async uncaught(): Promise<unknown> {
    return Promise.all([this.echo('kept'), this.refuseLater('not')]);
  }

  private async refuseLater(input: string): Promise<string> {
    await sleep('1 minute');
    return this.refuse(input);
  }

  @workflow()
  async chosen(kinds: ('echo' | 'refuse')[]): Promise<unknown> {
    const results = await Promise.allSettled(kinds.map((kind) => this[kind]('x')));
    return results.map(({ status }) => status);
  }
}
