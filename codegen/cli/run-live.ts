import { Client } from '../../sdk/client.ts';
import { EmbeddedSqs } from '../../runtime/embedded-sqs/index.ts';
import type { SqsLike } from '../../runtime/ports/sqs-like.ts';
import { HoplineError } from '../../runtime/protocol/errors.ts';
import { createTestQueues } from '../../runtime/testing/test-queues.ts';
import { Worker } from '../../runtime/worker.ts';
import { type PlaceSetup, type RunPlace, sharedOptions } from './run-place.ts';
import { createClient, findQueue } from './run-queue.ts';
import { createScaledClock } from './run-scaled-clock.ts';
import { moment } from './run-times.ts';

/** Long polls end with the worker: short ones do not hold up the end of the command, and strand no message. */
const waitTimeSeconds = 2;
const graceMs = 4_000;

/** The embedded queue on the machine's time, `speed` times as fast. */
export async function openScaledPlace(setup: PlaceSetup, speed: number, startMs?: number): Promise<RunPlace> {
  const clock = createScaledClock(speed, startMs);
  const sqs = new EmbeddedSqs({ clock });
  const { queueUrl } = await createTestQueues(sqs);
  const pace = speed === 1 ? 'in real time' : `${speed} times as fast as real time`;
  const description = `an embedded SQS queue, ${pace} from ${moment(clock.now())}`;
  return openLivePlace(setup, sqs, queueUrl, description, graceMs * speed);
}

/** A queue of somebody else's, on its own time. */
export async function openRemotePlace(
  setup: PlaceSetup,
  queue: string,
  endpoint: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<RunPlace> {
  const sqs = await createClient(endpoint, env);
  const { url, made } = await findQueue(sqs, queue, endpoint);
  const note = made.length > 0 ? ` (made: ${made.join(', ')})` : '';
  const place = await openLivePlace(setup, sqs, url, `queue ${url}${note}, in real time`, graceMs);
  const close = async () => {
    await place.close();
    sqs.destroy();
  };
  return { ...place, close };
}

async function openLivePlace(
  setup: PlaceSetup,
  client: SqsLike,
  queueUrl: string,
  description: string,
  graceMsOfClock: number,
): Promise<RunPlace> {
  const sqs = setup.bodies.around(client);
  const shared = await sharedOptions(setup);
  const waiting = new Waiting();
  const worker = new Worker({
    sqs,
    queueUrl,
    workflows: [...setup.workflows],
    limits: 'per-process',
    waitTimeSeconds,
    logger: setup.logger,
    onEvent(event) {
      setup.onEvent(event);
      waiting.look();
    },
    ...shared,
  });
  const running = worker.run().catch((error: unknown) => waiting.fail(error));
  return {
    description,
    client: new Client({ sqs, queueUrl, ...shared }),
    until: (isReached) => waiting.until(isReached),
    async close() {
      await worker.stop({ graceMs: graceMsOfClock });
      await running;
    },
  };
}

/** One condition that is looked at after each event, and the worker's failure, which may come before anybody waits. */
class Waiting {
  #isReached: () => boolean = () => false;
  #end: ((end: 'reached') => void) | undefined;
  #abandon: ((error: unknown) => void) | undefined;
  #failure: { readonly error: unknown } | undefined;

  until(isReached: () => boolean): Promise<'reached'> {
    return new Promise((end, abandon) => {
      this.#isReached = isReached;
      this.#end = end;
      this.#abandon = abandon;
      if (this.#failure) abandon(this.#failure.error);
      this.look();
    });
  }

  look(): void {
    if (this.#end && this.#isReached()) this.#end('reached');
  }

  fail(error: unknown): void {
    this.#failure = { error: HoplineError.is(error) ? error : new Error('The worker failed', { cause: error }) };
    this.#abandon?.(this.#failure.error);
  }
}
