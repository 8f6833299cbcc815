import type { DeliveryEvent } from '../engine/decision.ts';
import type { PositionId } from '../engine/run-tree.ts';
import type { WorkerContext } from './worker-context.ts';

/** One that runs; `event` is undefined where it was abandoned. */
export interface AttemptBeside {
  readonly event: Promise<DeliveryEvent | undefined>;
  readonly cancel: (why: string) => void;
}

interface Ended {
  readonly at: PositionId;
  readonly event: DeliveryEvent | undefined;
}

/**
 * Attempts of one message that run side by side, and what became of them, in the order in which they ended.
 *
 * Invariants
 * 1. Whoever was cancelled is not heard any more.
 * 2. One that was abandoned otherwise (lease lost, grace period over) ends all: the message is not ours any more.
 */
export class AttemptsBeside {
  readonly #running = new Map<PositionId, AttemptBeside>();
  readonly #ended: Ended[] = [];
  #wake: (() => void) | undefined;

  begin(at: PositionId, attempt: AttemptBeside): void {
    this.#running.set(at, attempt);
    void attempt.event.then((event) => {
      if (this.#running.get(at) !== attempt) return;
      this.#running.delete(at);
      this.#ended.push({ at, event });
      this.#wake?.();
    });
  }

  cancel(at: PositionId, why: string): void {
    const attempt = this.#running.get(at);
    this.#running.delete(at);
    const heard = this.#ended.findIndex((each) => each.at === at);
    if (heard >= 0) this.#ended.splice(heard, 1);
    attempt?.cancel(why);
  }

  /** Until one ends, or for the time. */
  async next(
    { deadlines }: WorkerContext,
    untilMs: number | undefined,
    nowMs: number,
  ): Promise<{ readonly at: PositionId; readonly event: DeliveryEvent } | 'time' | 'abandoned'> {
    if (this.#ended.length === 0)
      await new Promise<void>((resolve) => {
        const time = untilMs === undefined ? undefined : deadlines.add(Math.max(0, untilMs - nowMs), resolve);
        this.#wake = () => {
          deadlines.cancel(time);
          resolve();
        };
      });
    this.#wake = undefined;
    const first = this.#ended.shift();
    if (!first) return 'time';
    return first.event ? { at: first.at, event: first.event } : 'abandoned';
  }

  /** Nothing was decided: those that still run stop. */
  leave(): undefined {
    for (const at of [...this.#running.keys()])
      this.cancel(at, 'The message is given back; another worker may have it.');
  }
}
