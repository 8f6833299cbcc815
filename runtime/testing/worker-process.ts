/**
 * One worker of a test environment, as if it were a process of its own: it can die at any call.
 *
 * Invariants
 * 1. A dead worker does nothing more that anybody could see: its calls are never performed, replies never reach it, its
 *    timers never fire, its events are not heard. It does not unwind: no `finally` of it runs.
 * 2. User code that it had begun goes on to its end, as it would beside a worker that stalls; its outcome is not heard.
 * 3. What it had been told of dies with it; what it had sent stays sent.
 */
import type { TimerLane } from './timer-lane.ts';

/** What takes commands with the options of an SDK's `send`. */
export interface CommandSender {
  send(command: object, options?: object): Promise<unknown>;
}

/** Where a crash strikes: the call is not made, or made and its reply never seen. */
export type CrashPoint = 'before' | 'after' | undefined;

export interface ProcessSurroundings {
  readonly sqs: CommandSender;
  readonly timers: TimerLane;
  /** Asked once for each call. */
  readonly crashPoint: (command: object) => CrashPoint;
  readonly onCrash: () => void;
  /** Messages are about to reach the worker. */
  readonly onReceived: () => void;
}

export class WorkerProcess implements CommandSender {
  readonly #surroundings: ProcessSurroundings;
  #isDead = false;

  constructor(surroundings: ProcessSurroundings) {
    this.#surroundings = surroundings;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  get timers(): TimerLane {
    return this.#surroundings.timers;
  }

  /** Every call of the worker to the outside passes here. */
  async send(command: object, options?: object): Promise<unknown> {
    if (this.#isDead) return never();
    const { sqs, crashPoint, onReceived } = this.#surroundings;
    const point = crashPoint(command);
    if (point === 'before') return this.#die();
    const reply = await sqs.send(command, options);
    if (this.#isDead) return never();
    if (point === 'after') return this.#die();
    if (hasMessages(reply)) onReceived();
    return reply;
  }

  kill(): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.#surroundings.timers.clear();
    this.#surroundings.onCrash();
  }

  #die(): Promise<never> {
    this.kill();
    return never();
  }
}

function never(): Promise<never> {
  return new Promise(() => {});
}

function hasMessages(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'Messages' in reply && Array.isArray(reply.Messages);
}
