import type { Client } from '../../sdk/client.ts';
import type { HoplineConfig, WorkflowEntry } from '../../sdk/config.ts';
import type { Logger } from '../../runtime/ports/logger.ts';
import type { RunEvent } from '../../runtime/protocol/run-event.ts';
import type { SentBodies } from './run-carried.ts';

/** `idle`: nothing is left in the queue that could go on. */
export type WaitEnd = 'reached' | 'idle';

/** A queue and a worker on it. */
export interface RunPlace {
  /** For people: which queue, which time. */
  readonly description: string;
  readonly client: Client;
  /** Lets work and time go on until `isReached`, which is asked after each event. Rejects with what the worker refuses. */
  until(isReached: () => boolean): Promise<WaitEnd>;
  /** Stops the worker. What is still in a queue that outlives the command stays there. */
  close(): Promise<void>;
}

/** What a place is opened with. */
export interface PlaceSetup {
  readonly workflows: readonly WorkflowEntry[];
  readonly signing: HoplineConfig['signing'];
  readonly store: HoplineConfig['store'];
  readonly bodies: SentBodies;
  readonly logger: Logger;
  readonly onEvent: (event: RunEvent) => void;
}

/** Options that both a client and a worker take. A store is refused by this version, as everywhere. */
export async function sharedOptions({ signing, store }: PlaceSetup) {
  return { ...(signing && { signing }), ...(store && { store: await store() }) };
}
