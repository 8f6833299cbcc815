/**
 * The workers of a test environment, and the fresh ones that replace those that crash.
 *
 * Invariants
 * 1. As many live or are being restarted as were asked for, until the fleet is closed.
 * 2. A restart takes a virtual second: without it a crash at every call would go round at one moment for ever.
 * 3. All workers share one limiter, as the workers of one process do; it outlives a crash.
 */
import { createSeededRandom, type SeededRandom } from '../embedded-sqs/seeded-random.ts';
import { createWorkerRuntime, type WorkerPorts, type WorkerRuntime } from '../loop/worker-runtime.ts';
import type { WorkerOptions } from '../loop/worker-options.ts';
import type { Clock } from '../ports/clock.ts';
import type { LimiterPort } from '../ports/limiter.ts';
import type { QueuePort } from '../ports/queue.ts';
import { CrashGate } from './crash-gate.ts';
import { TimerLane } from './timer-lane.ts';

export interface FleetOptions {
  readonly count: number;
  readonly seed: number;
  /** Probability by effect. */
  readonly crash: number;
  readonly worker: WorkerOptions;
}

export interface FleetSurroundings {
  readonly clock: Clock;
  readonly limiter: LimiterPort;
  readonly queueFor: (url: string) => QueuePort;
  /** Runs what runs user code. */
  readonly within: <T>(work: () => T) => T;
}

interface Member {
  readonly timers: TimerLane;
  readonly runtime: WorkerRuntime;
}

const restartMs = 1_000;

export class WorkerFleet {
  readonly #options: FleetOptions;
  readonly #surroundings: FleetSurroundings;
  readonly #members = new Set<Member>();
  readonly #restarts: TimerLane;
  readonly #crashDice: SeededRandom;
  #started = 0;
  #lanes: readonly TimerLane[] | undefined;
  #failure: { readonly error: unknown } | undefined;
  #isClosed = false;

  constructor(options: FleetOptions, surroundings: FleetSurroundings) {
    this.#options = options;
    this.#surroundings = surroundings;
    this.#restarts = new TimerLane(surroundings.clock);
    this.#crashDice = createSeededRandom(options.seed, 'crash');
    for (let index = 0; index < options.count; index++) this.#start();
  }

  /** How many messages living workers hold. */
  get messagesInHand(): number {
    let count = 0;
    for (const { runtime } of this.#members) count += runtime.messagesInHand;
    return count;
  }

  timerLanes(): readonly TimerLane[] {
    return (this.#lanes ??= [this.#restarts, ...Array.from(this.#members, ({ timers }) => timers)]);
  }

  /** @throws what a worker's `run` rejected with: the environment was set up wrongly */
  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Stops without grace; time has to be moved meanwhile. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#restarts.clear();
    await Promise.all(Array.from(this.#members, ({ runtime }) => runtime.stop({ graceMs: 0 })));
  }

  #start(): void {
    const { clock, limiter, queueFor, within } = this.#surroundings;
    const { crash, seed, worker } = this.#options;
    const timers = new TimerLane(clock);
    const random = createSeededRandom(seed, `worker ${this.#started++}`);
    const ports = { clock: timers, monotonic: () => timers.now(), limiter, random, queueFor };
    const runtime =
      crash === 0 ? createWorkerRuntime(worker, ports) : this.#mortalWorker(ports, () => this.#replace(member));
    const member: Member = { timers, runtime };
    this.#members.add(member);
    this.#lanes = undefined;
    within(() => runtime.run()).catch((error: unknown) => (this.#failure ??= { error }));
  }

  #mortalWorker(ports: WorkerPorts, onCrash: () => void): WorkerRuntime {
    const { worker } = this.#options;
    const gate = new CrashGate({ diesAt: (effect) => this.#diesAt(effect), onCrash });
    const onEvent: WorkerOptions['onEvent'] = (event) => {
      if (!gate.isCrashed) worker.onEvent?.(event);
    };
    return createWorkerRuntime({ ...worker, onEvent }, gate.around(ports));
  }

  /** What only reads cannot go wrong halfway. */
  #diesAt(effect: string): boolean {
    const { crash } = this.#options;
    if (crash === 0 || this.#isClosed || effect.endsWith('attributes')) return false;
    return this.#crashDice.next() < crash;
  }

  #replace(member: Member): void {
    this.#members.delete(member);
    this.#lanes = undefined;
    if (this.#isClosed) return;
    void this.#restarts.sleep(restartMs).then(() => this.#isClosed || this.#start());
  }
}
