import {
  activity,
  activityContext,
  FatalError,
  defineRateLimit,
  rateLimit,
  sleep,
  sleepUntil,
  workflow,
  type Duration,
} from 'hopline';

/** What activities saw, kept outside of every run. */
export interface Seen {
  readonly calls: { name: string; args: unknown[]; attempt: number; key: string }[];
}

const suffix = '!';

class Parcel {
  readonly parts: string[];
  constructor(...parts: string[]) {
    this.parts = parts;
  }
  text(): string {
    return this.parts.join('+');
  }
}

export class Gone extends FatalError {
  readonly since: string;
  constructor(since: string) {
    super(`gone since ${since}`);
    this.since = since;
  }
}

const oncePerMinute = defineRateLimit('cases.once-per-minute', { limit: 1, per: '1 minute' });

export class Cases {
  private readonly seen: Seen;
  constructor(seen: Seen) {
    this.seen = seen;
  }

  @activity({ retry: { attempts: 20, initial: '1s', factor: 100, jitter: 'none', max: '8h' } })
  async failing(times: number): Promise<number> {
    const { attempt } = this.note('failing', times);
    if (attempt <= times) throw new Error(`attempt ${attempt} of ${times} fails`);
    return attempt;
  }

  @activity({ retry: { attempts: 1 } })
  async once(value: unknown): Promise<unknown> {
    this.note('once', value);
    return value;
  }

  @activity()
  async chunk(bytes: number, round: number): Promise<string> {
    return `${round}`.repeat(bytes);
  }

  @workflow()
  async sleepThenRetry(): Promise<number> {
    await sleep('2h');
    return this.failing(19);
  }

  @workflow()
  async nap(duration: Duration): Promise<string> {
    await sleep(duration);
    await this.once('awake');
    return 'slept';
  }

  @workflow()
  async napOrSay(duration: Duration): Promise<string> {
    try {
      await sleep(duration);
      return 'slept';
    } catch (error) {
      return (error as { code: string }).code + ' ' + (error as Error).message;
    }
  }

  @workflow()
  async until(date: Date): Promise<string> {
    await sleepUntil(date);
    await this.once('awake');
    return 'slept';
  }

  @workflow()
  async carry(value: unknown): Promise<unknown> {
    const alias = value;
    await sleep('1h');
    const returned = await this.once(value);
    await sleep('1h');
    return { value, returned, same: alias === value };
  }

  @workflow()
  async limited(n: number): Promise<number> {
    await rateLimit(oncePerMinute);
    await this.once(n);
    return n;
  }

  @workflow()
  async grow(rounds: number, bytes: number): Promise<number> {
    const collected: string[] = [];
    for (let round = 0; round < rounds; round++) {
      collected.push(await this.chunk(bytes, round));
    }
    return collected.length;
  }

  @activity()
  async missing(since: string): Promise<never> {
    this.note('missing', since);
    throw new Gone(since);
  }

  @workflow()
  async tellsApart(since: string): Promise<string> {
    try {
      return await this.missing(since);
    } catch (error) {
      await sleep('1 hour');
      return error instanceof Gone ? error.since : 'not told apart';
    }
  }

  @workflow()
  async failsForGood(since: string): Promise<never> {
    await sleep('1 hour');
    return this.missing(since);
  }

  /** C59: names that are used only inside `new`, nested functions and method bodies. */
  @workflow()
  async captured(first: string, ...others: string[]): Promise<string[]> {
    const unused = 'not carried';
    void unused;
    const bracket = { of: (text: string) => `[${text}]` };
    await sleep('1 minute');
    const wrap = (text: string, by = bracket.of) => by(text + suffix);
    const nested = {
      all() {
        return others.map((other) => wrap(other));
      },
    };
    return [new Parcel(first, ...others).text(), ...nested.all(), wrap(first)];
  }

  private note(name: string, ...args: unknown[]): { attempt: number } {
    const { attempt, idempotencyKey } = activityContext();
    this.seen.calls.push({ name, args, attempt, key: idempotencyKey });
    return { attempt };
  }
}
