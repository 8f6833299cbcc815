/**
 * Receives from one queue.
 *
 * ```
 * one poll, always ── full batch ──► one poll more (until the slots are used up)
 *        ▲                                │
 *        └── last one stays ◄── nothing came: this poll ends
 * ```
 *
 * Invariants
 * 1. While idle there is one long poll: 4,320 a day. A burst doubles the polls with every full batch.
 * 2. No error ends the loop (DESIGN.md §4). It is reported once per interval and waited out, up to 30 s.
 * 3. A receive that is not answered in its wait time and ten seconds is given up: its connection is dead.
 * 4. On a stop nothing new is received, and what an open poll still brings is given back. The poll is aborted only when the
 *    grace period ends, because SQS may have given a message to a poll that nobody reads any more.
 */
import type { ReceivedMessage } from '../ports/queue.ts';
import { sqsLimits } from '../protocol/sqs-limits.ts';
import { HeldMessage } from './held-message.ts';
import type { Lane } from './lane.ts';
import type { LeaseTerms } from './lease.ts';
import { refusalOf } from './refusal.ts';
import type { Slots } from './slots.ts';
import type { WorkerContext } from './worker-context.ts';

const answerMarginMs = 10_000;
/** A queue in this process answers a short poll within the turn: without a pause no timer and no socket would ever have one. */
const shortPollPauseMs = 10;
const backOffMsMin = 500;
const backOffMsMax = 30_000;

export class QueueReceiver {
  readonly #worker: WorkerContext;
  readonly #lane: Lane;
  readonly #slots: Slots;
  readonly #take: (held: HeldMessage) => void;
  readonly #terms: LeaseTerms;
  readonly #stop = new AbortController();
  /** Ways to give up the polls that are open. */
  readonly #open = new Set<(error?: Error) => void>();
  readonly #polls = new Set<Promise<void>>();
  /** Polls that will poll again. Counted down where one decides to end, because two that end in one turn must not both be the other's last. */
  #lasting = 0;
  /** Slots of this queue: of messages that are worked on and of polls that are open. */
  #used = 0;
  #whenRoom: (() => void)[] = [];

  /** `take` handles a message; {@link leave} is called when it needs no room any more. */
  constructor(worker: WorkerContext, lane: Lane, slots: Slots, take: (held: HeldMessage) => void) {
    this.#worker = worker;
    this.#lane = lane;
    this.#slots = slots;
    this.#take = take;
    const { deadlines, monotonic } = worker;
    this.#terms = { deadlines, monotonic, visibilityMs: lane.visibilityMs };
  }

  /** Resolves when the last poll has ended, after {@link stop}. */
  async run(): Promise<void> {
    this.#startPoll();
    while (this.#polls.size > 0) await Promise.all(this.#polls);
  }

  /** Ends all waiting; open polls are left to end by themselves. */
  stop(): void {
    this.#stop.abort();
    this.#tellRoom();
  }

  /** Ends open polls, whatever they might still bring. */
  abort(): void {
    for (const giveUp of this.#open) giveUp();
  }

  #startPoll(): void {
    this.#lasting += 1;
    const poll = this.#poll().finally(() => this.#polls.delete(poll));
    this.#polls.add(poll);
  }

  #mayGrow(): boolean {
    const wanted = Math.ceil(this.#lane.concurrency / sqsLimits.batchEntriesMax);
    return this.#lasting < wanted && !this.#worker.isStopping();
  }

  async #poll(): Promise<void> {
    for (let failures = 0; !this.#worker.isStopping();) {
      const slots = await this.#acquire();
      if (slots === 0) return;
      let messages: readonly ReceivedMessage[] = [];
      try {
        if (this.#mayReceive()) messages = await this.#receive(slots);
        failures = 0;
      } catch (error) {
        this.#release(slots);
        await this.#waitOut(error, failures++);
        continue;
      }
      this.#release(slots - messages.length);
      for (const message of messages) this.#take(this.#hold(message));
      if (messages.length >= slots && this.#mayGrow()) this.#startPoll();
      if (messages.length === 0 && this.#lasting > 1) {
        this.#lasting -= 1;
        return;
      }
      if (messages.length === 0 && this.#worker.settings.waitTimeSeconds === 0) await this.#sleep(shortPollPauseMs);
    }
  }

  /** Between the slots and the receive there was time for a stop, or for a suspect. */
  #mayReceive(): boolean {
    return !this.#worker.isStopping() && !this.#worker.inHand.hasSuspect;
  }

  #hold(message: ReceivedMessage): HeldMessage {
    return new HeldMessage(this.#lane, message, this.#terms);
  }

  /** Room for what a receive may bring: of this queue's own bound first, then of the worker's. 0 on a stop. */
  async #acquire(): Promise<number> {
    await this.#worker.inHand.untilCalm();
    while (this.#used >= this.#lane.concurrency && !this.#worker.isStopping())
      await new Promise<void>((resolve) => this.#whenRoom.push(resolve));
    const wanted = Math.min(this.#lane.concurrency - this.#used, sqsLimits.batchEntriesMax);
    this.#used += wanted;
    const slots = await this.#slots.acquire(wanted, this.#lane.weight);
    this.#used -= wanted - slots;
    return slots;
  }

  #release(slots: number): void {
    this.#used -= slots;
    this.#slots.release(slots);
    this.#tellRoom();
  }

  #tellRoom(): void {
    const waiting = this.#whenRoom;
    this.#whenRoom = [];
    for (const resolve of waiting) resolve();
  }

  /** A message of this queue needs no room any more. */
  leave(): void {
    this.#release(1);
  }

  #receive(maxMessages: number): Promise<readonly ReceivedMessage[]> {
    const { deadlines, settings } = this.#worker;
    const waitSeconds = settings.waitTimeSeconds;
    const abort = new AbortController();
    return new Promise((resolve, reject) => {
      const end = () => {
        deadlines.cancel(guard);
        this.#open.delete(giveUp);
      };
      const giveUp = (error?: Error) => {
        end();
        abort.abort(error);
        reject(abort.signal.reason as Error);
      };
      const guard = deadlines.add(waitSeconds * 1_000 + answerMarginMs, () => giveUp(notAnswered(waitSeconds)));
      this.#open.add(giveUp);
      this.#lane.queue.receive({ maxMessages, waitSeconds, signal: abort.signal }).then(
        (messages) => {
          end();
          resolve(messages);
        },
        (error: Error) => {
          end();
          reject(error);
        },
      );
    });
  }

  async #waitOut(error: unknown, failures: number): Promise<void> {
    if (this.#worker.isStopping()) return;
    const { code, message, mend } = refusalOf({ ok: false, error });
    const waitMs = Math.min(backOffMsMax, backOffMsMin * 2 ** Math.min(failures, 10));
    const facts = { queue: this.#lane.facts.url, code, error: message, mend, failures: failures + 1 };
    this.#worker.faults.report(
      'error',
      `receive ${this.#lane.facts.url} ${code}`,
      facts,
      'Receiving failed; trying again',
    );
    const jittered = waitMs / 2 + (waitMs / 2) * this.#worker.random.next();
    await this.#sleep(jittered);
  }

  async #sleep(ms: number): Promise<void> {
    await this.#worker.clock.sleep(ms, this.#stop.signal).catch(() => undefined); // Aborted: the worker stops.
  }
}

function notAnswered(waitSeconds: number): Error {
  return Object.assign(new Error(`A receive with a wait of ${waitSeconds} s was not answered.`), {
    name: 'NotAnswered',
  });
}
