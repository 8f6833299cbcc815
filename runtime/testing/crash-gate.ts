/**
 * Abandons a worker at one of its effects, as a crash does: its promises never continue. A thrown exception would be no
 * crash: it runs `catch` and `finally`.
 *
 * Every call through a port is two effects: before it took effect, and after it did but before its reply.
 *
 * Invariants
 * 1. `effectCount` counts in the order in which effects happen; with the same seed and the same fakes the order is the same.
 * 2. From the crash on nothing that the worker calls has an effect, and nothing that it waits for comes.
 * 3. A receive that is open at the crash is ended without messages: the connection of a dead process is closed.
 */
import type { Clock } from '../ports/clock.ts';
import type { LimiterPort } from '../ports/limiter.ts';
import type { QueuePort, ReceiveRequest } from '../ports/queue.ts';
import type { WorkerPorts } from '../loop/worker-runtime.ts';

export interface CrashGateOptions {
  /** The effect at which the worker dies, from 1. Default: never. */
  readonly crashAt?: number;
  /** Asked at every effect whether the worker dies there. Default: it does not. */
  readonly diesAt?: (effect: string) => boolean;
  /** Called once, when it dies; `effect` names what it died at. */
  readonly onCrash?: (effect: string) => void;
}

export class CrashGate {
  readonly #options: CrashGateOptions;
  readonly #closed = new AbortController();
  #effectCount = 0;

  constructor(options: CrashGateOptions = {}) {
    this.#options = options;
  }

  get effectCount(): number {
    return this.#effectCount;
  }

  get isCrashed(): boolean {
    return this.#closed.signal.aborted;
  }

  /** Kills the worker now. */
  abandon(effect = 'abandoned'): void {
    if (this.isCrashed) return;
    this.#closed.abort();
    this.#options.onCrash?.(effect);
  }

  /** The same ports, through the gate. */
  around(ports: WorkerPorts): WorkerPorts {
    const queues = new Map<string, QueuePort>();
    return {
      ...ports,
      clock: this.#clock(ports.clock),
      limiter: this.#limiter(ports.limiter),
      queueFor: (url) => {
        const queue = queues.get(url) ?? this.#queue(ports.queueFor(url));
        queues.set(url, queue);
        return queue;
      },
      monotonic: () => ports.monotonic(),
    };
  }

  /** One effect: an activity's body, or a call through a port. */
  async effect<T>(name: string, perform: () => Promise<T>): Promise<T> {
    await this.#pass(`before ${name}`);
    let ended: { value: T } | { error: unknown };
    try {
      ended = { value: await perform() };
    } catch (error) {
      ended = { error };
    }
    await this.#pass(`after ${name}`);
    if ('error' in ended) throw ended.error;
    return ended.value;
  }

  /** Never resolves once the worker is dead. */
  async #pass(name: string): Promise<void> {
    this.#effectCount++;
    const { crashAt, diesAt } = this.#options;
    if (!this.isCrashed && (this.#effectCount === crashAt || diesAt?.(name))) this.abandon(name);
    if (this.isCrashed) await forever();
  }

  #clock(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      sleep: async (ms, signal) => {
        if (this.isCrashed) await forever();
        // Waiting changes nothing outside, so it is no effect; its end does not come to the dead.
        try {
          await clock.sleep(ms, signal);
        } finally {
          if (this.isCrashed) await forever();
        }
      },
    };
  }

  #limiter(limiter: LimiterPort): LimiterPort {
    return {
      ask: (place, requests) => this.effect('ask', () => limiter.ask(place, requests)),
      pause: (request, forMs) => {
        if (!this.isCrashed) limiter.pause(request, forMs);
      },
    };
  }

  #queue(queue: QueuePort): QueuePort {
    return {
      url: queue.url,
      isFifo: queue.isFifo,
      receive: (request) => this.effect('receive', () => queue.receive(this.#closing(request))),
      send: (messages) => this.effect('send', () => queue.send(messages)),
      delete: (receiptHandles) => this.effect('delete', () => queue.delete(receiptHandles)),
      changeVisibility: (changes) => this.effect('changeVisibility', () => queue.changeVisibility(changes)),
      attributes: () => this.effect('attributes', () => queue.attributes()),
      brokerNow: () => queue.brokerNow(),
    };
  }

  #closing(request: ReceiveRequest): ReceiveRequest {
    const { signal } = request;
    return { ...request, signal: signal ? AbortSignal.any([signal, this.#closed.signal]) : this.#closed.signal };
  }
}

function forever(): Promise<never> {
  return new Promise<never>(() => undefined);
}
