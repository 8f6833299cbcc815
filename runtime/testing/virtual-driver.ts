/**
 * Moves virtual time, and only when nothing can go on without it.
 *
 * ```
 * settle ──► event goals ──► a timer is due? fire it ──► time goals ──► move to the next stop, or end idle
 *    ▲                               │                                        │
 *    └───────────────────────────────┴────────────────────────────────────────┘
 * ```
 *
 * Invariants
 * 1. Time stands still while anything can progress now: promises, immediates, and activities that wait for something real.
 * 2. Time stops at every moment at which something may happen. Where no worker holds a message, that is when the next one
 *    becomes receivable: the polls in between would find nothing, so they are passed over.
 * 3. At one moment the queue wakes first, then the workers, then plain code.
 * 4. Time moves only while there is a goal, and never beyond a time goal before that has ended.
 * 5. While there is a goal one loop runs, and none otherwise: nothing is left behind.
 */
import { createSystemClock } from '../clocks/system-clock.ts';
import type { VirtualClock } from '../clocks/virtual-clock.ts';
import type { RealWork } from './real-work.ts';
import type { TimerLane } from './timer-lane.ts';

/** What time is moved for: a moment, or something that happens at some time or never. */
export type Goal = { readonly atMs: number } | { readonly isReached: () => boolean };

/** `idle`: nothing is left that could happen. `closed`: the driver was closed first. */
export type GoalEnd = 'reached' | 'idle' | 'closed';

/** What the queue holds, as far as time goes. */
export type QueueState =
  /** Somebody holds or could take a message. */
  | { readonly kind: 'active' }
  /** Every message is delayed, the next one until then. */
  | { readonly kind: 'asleep'; readonly dueAtMs: number }
  | { readonly kind: 'empty' };

export interface VirtualTime {
  /** The queue's; the base of all. */
  readonly clock: VirtualClock;
  /** One for each living worker. */
  readonly workerTimers: () => readonly TimerLane[];
  readonly plainTimers: TimerLane;
  readonly realWork: RealWork;
  readonly queueState: () => QueueState;
}

interface PendingGoal {
  readonly goal: Goal;
  end(how: GoalEnd): void;
  fail(error: unknown): void;
}

/** Taken at load: a test may replace the global one by a fake that never fires. */
const nextTurn = setImmediate;
const realClock = createSystemClock();
const realPauseMs = 1;

export class VirtualDriver {
  readonly #time: VirtualTime;
  readonly #goals = new Set<PendingGoal>();
  #loop: Promise<void> | undefined;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  /** Moves time until the goal is reached, or until nothing is left that could happen. */
  drive(goal: Goal): Promise<GoalEnd> {
    return new Promise((end, fail) => {
      this.#goals.add({ goal, end, fail });
      this.#loop ??= this.#run();
    });
  }

  /** Ends every goal, and resolves when no loop runs. */
  async close(): Promise<void> {
    this.#end(() => true, 'closed');
    await this.#loop;
  }

  async #run(): Promise<void> {
    try {
      while (this.#goals.size > 0) {
        await this.#settle();
        if (!this.#end(isReachedEvent, 'reached') && !this.#fireDue()) this.#moveTime();
      }
    } catch (error) {
      for (const pending of this.#goals) pending.fail(error);
      this.#goals.clear();
    }
    this.#loop = undefined;
  }

  /** Invariant 1. Promises are done when a turn is; immediates may follow each other; real things take real time. */
  async #settle(): Promise<void> {
    for (;;) {
      await new Promise<void>((resolve) => nextTurn(resolve));
      if (hasImmediates()) continue;
      if (!this.#time.realWork.isWaiting()) return;
      await realClock.sleep(realPauseMs);
    }
  }

  /** Invariant 3. */
  #fireDue(): boolean {
    const { clock, workerTimers, plainTimers } = this.#time;
    return clock.fireNext(clock.now()) || workerTimers().some((lane) => lane.fireDue()) || plainTimers.fireDue();
  }

  #moveTime(): void {
    const { clock } = this.#time;
    const nowMs = clock.now();
    if (this.#end((goal) => 'atMs' in goal && goal.atMs <= nowMs, 'reached')) return;
    const stopMs = earliest([...this.#stops(), ...this.#moments()]);
    if (stopMs === undefined) this.#end(() => true, 'idle');
    else clock.advanceTo(stopMs);
  }

  /** Invariant 2. */
  #stops(): (number | undefined)[] {
    const { clock, workerTimers, plainTimers } = this.#time;
    const state = this.#time.queueState();
    switch (state.kind) {
      case 'active':
        return [plainTimers.nextDueAt(), clock.nextDueAt(), ...workerTimers().map((lane) => lane.nextDueAt())];
      case 'asleep':
        return [plainTimers.nextDueAt(), state.dueAtMs];
      case 'empty':
        return [plainTimers.nextDueAt()];
    }
  }

  #moments(): (number | undefined)[] {
    return Array.from(this.#goals, ({ goal }) => ('atMs' in goal ? goal.atMs : undefined));
  }

  /** Whether any goal has ended: then whoever awaited it comes first, and time only after that. */
  #end(which: (goal: Goal) => boolean, how: GoalEnd): boolean {
    const ended = [...this.#goals].filter(({ goal }) => which(goal));
    for (const pending of ended) {
      this.#goals.delete(pending);
      pending.end(how);
    }
    return ended.length > 0;
  }
}

function isReachedEvent(goal: Goal): boolean {
  return 'isReached' in goal && goal.isReached();
}

function hasImmediates(): boolean {
  return process.getActiveResourcesInfo().includes('Immediate');
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
