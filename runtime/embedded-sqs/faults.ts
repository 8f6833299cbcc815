import { HoplineError } from '../protocol/errors.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/**
 * What may go wrong, as probabilities from 0 to 1 per opportunity. All default to 0. Only the calls that move messages
 * (send, receive, delete, change visibility, and their batches) meet faults, so that setting queues up always works.
 *
 * - `duplicate`: a received message of a standard queue comes again within two seconds, under another receipt, while the
 *   first is in flight; deleting one of the two leaves the other, as a replica does that was away during the delete.
 * - `reorder`: a receive takes a message from among the first ten instead of the first. Standard queues only.
 * - `lostReply`: the call takes effect and then rejects as if the connection had been reset.
 * - `failedEntry`: an entry of a batch is not done and stands in `Failed` with a server's fault.
 * - `throttle`: the call is refused with `RequestThrottled` or `ThrottlingException` and does nothing.
 * - `phantomReceive`: a message is received (counted and hidden) but is in no reply.
 * - `lateDelivery`: a sent message becomes receivable 1–30 s later than it should. Standard queues only.
 * - `crash`: drops a worker's whole memory at an effect; acted on by the test environment, not by the queue.
 */
export interface Faults {
  duplicate?: number;
  reorder?: number;
  lostReply?: number;
  failedEntry?: number;
  throttle?: number;
  phantomReceive?: number;
  lateDelivery?: number;
  crash?: number;
}
export type FaultKind = keyof Faults;

const kinds: readonly FaultKind[] = [
  'duplicate',
  'reorder',
  'lostReply',
  'failedEntry',
  'throttle',
  'phantomReceive',
  'lateDelivery',
  'crash',
];

/**
 * Decides by seed which opportunities become faults, and counts those that did.
 *
 * Each kind draws from a stream of its own and one that has probability 0 draws nothing: switching one fault on leaves the
 * course of all others, and of the message ids, as it was.
 */
export class FaultDice {
  readonly counts: Record<string, number> = {};
  readonly #probabilities: Faults;
  readonly #isOn: boolean;
  readonly #streams = new Map<FaultKind, SeededRandom>();

  constructor(seed: number, probabilities: Faults) {
    checkProbabilities(probabilities);
    this.#probabilities = { ...probabilities };
    this.#isOn = Object.values(probabilities).some((probability) => probability > 0);
    for (const kind of kinds) this.#streams.set(kind, createSeededRandom(seed, `fault ${kind}`));
  }

  /** True where this opportunity becomes a fault, which is then counted. */
  roll(kind: FaultKind): boolean {
    if (!this.#isOn) return false;
    const probability = this.#probabilities[kind];
    if (!probability) return false;
    if (this.#streams.get(kind)!.next() >= probability) return false;
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    return true;
  }

  /** How a fault turns out: in [0, bound). */
  integer(kind: FaultKind, bound: number): number {
    return this.#streams.get(kind)!.integer(bound);
  }
}

function checkProbabilities(faults: Faults): void {
  for (const [kind, probability] of Object.entries(faults)) {
    if (!kinds.includes(kind as FaultKind)) {
      throw new HoplineError(
        'INVALID_OPTION',
        `\`faults\` names "${kind}", which is no fault. Known are ${kinds.join(', ')}.`,
      );
    }
    if (probability !== undefined && !(typeof probability === 'number' && probability >= 0 && probability <= 1)) {
      throw new HoplineError(
        'INVALID_OPTION',
        `\`faults.${kind}\` is ${String(probability)}. A probability lies between 0 and 1. Give 0.1 for one in ten.`,
      );
    }
  }
}
