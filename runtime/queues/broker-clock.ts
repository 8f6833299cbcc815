/**
 * The broker's clock as seen from here: never ahead of it, and behind by a second and a round trip at most (G2).
 *
 * A reply's `Date` has whole seconds, so it says that the broker's clock stood between it and a second later. A stamp in a
 * message that just came says that it stood there or later. Between replies monotonic time goes on.
 *
 * Invariants
 * 1. What is known is a lower bound of the broker's clock less monotonic time. A newer reply that gives a lower one does not
 *    replace it, because both are true: so the clock does not go back by the part of a second that a `Date` lacks.
 * 2. A `Date` that contradicts it replaces it: broker hosts differ, monotonic time drifts, and neither may stay for ever.
 * 3. The wall clock of this machine is never read.
 */
export class BrokerClock {
  readonly #monotonic: () => number;
  #leadMs: number | undefined;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Epoch milliseconds; 0 before anything is known, when nothing is due. */
  now(): number {
    return this.#leadMs === undefined ? 0 : Math.floor(this.#leadMs + this.#monotonic());
  }

  /** A reply came with this `Date`. */
  sawDate(header: string): void {
    const dateMs = Date.parse(header);
    if (Number.isNaN(dateMs)) return;
    const least = dateMs - this.#monotonic();
    const known = this.#leadMs ?? -Infinity;
    if (known < least || known > least + 1_000) this.#leadMs = least;
  }

  /** A reply came with a message that the broker stamped so, by the same clock and before it answered. */
  sawStamp(stampMs: number): void {
    this.#leadMs = Math.max(this.#leadMs ?? -Infinity, stampMs - this.#monotonic());
  }
}

/** The part of an AWS SDK client that a middleware is added by. */
interface MiddlewareStack {
  add(middleware: (next: Handler) => Handler, options: { step: 'deserialize'; priority: 'low'; name: string }): void;
}
type Handler = (request: unknown) => Promise<{ response?: { headers?: Record<string, string> } }>;

const clocks = new WeakMap<object, BrokerClock>();

/** The one clock of a client's replies. Asked for twice, the client is listened to once. */
export function brokerClockOf(client: object, monotonic: () => number): BrokerClock {
  let clock = clocks.get(client);
  if (!clock) {
    clock = new BrokerClock(monotonic);
    clocks.set(client, clock);
    listen(client, clock);
  }
  return clock;
}

/** Low priority: next to the wire, before a refusal becomes an error, so that refusals tell the time too. */
function listen(client: object, clock: BrokerClock): void {
  const { middlewareStack } = client as { middlewareStack?: MiddlewareStack };
  middlewareStack?.add(
    (next) => async (request) => {
      const result = await next(request);
      const date = result.response?.headers?.['date'];
      if (date !== undefined) clock.sawDate(date);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'hoplineBrokerClock' },
  );
}
