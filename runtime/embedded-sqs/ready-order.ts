import type { Message } from './message.ts';

/**
 * In which order a queue hands out what may be received. It knows the messages that are ready, and for FIFO those in
 * flight too, because they block their group. The queue tells it of every change of place.
 */
export interface ReadyOrder {
  /** How many are ready, whether blocked or not. */
  readonly readyCount: number;
  /** `message` has become ready: new, its delay over, or its visibility timeout over. */
  becameReady(message: Message): void;
  /** `message` was ready and is in flight now. */
  becameHidden(message: Message): void;
  /** `message`, ready or in flight, leaves the queue. */
  left(message: Message, wasReady: boolean): void;
  /**
   * What one receive may take, in order. The caller moves each message on (hides or removes it) before it asks for the
   * next. `pick` chooses among the first few where order is not promised; it gets their number and answers an index.
   */
  candidates(pick: (count: number) => number): Iterable<Message>;
  /** All that are ready, in order. The caller may take the one that it was given away. */
  ready(): Iterable<Message>;
}
