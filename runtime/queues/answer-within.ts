import type { Clock } from '../ports/clock.ts';

/**
 * The answer of a call, or an error `NotAnswered` once `limitMs` are over: a connection that a firewall has forgotten never
 * ends by itself (C25). The call is aborted then, and whenever `signal` aborts.
 */
export async function answerWithin<T>(
  limitMs: number,
  call: (signal: AbortSignal) => Promise<T>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<T> {
  const abort = new AbortController();
  const answered = new AbortController();
  const passOn = () => abort.abort(signal!.reason);
  if (signal?.aborted) passOn();
  signal?.addEventListener('abort', passOn, { once: true });
  try {
    return await Promise.race([call(abort.signal), lateness(limitMs, clock, answered.signal, abort)]);
  } catch (error) {
    // Which of the two rejects first, an aborted call or its lateness, depends on the client.
    throw abort.signal.reason instanceof NotAnswered ? abort.signal.reason : error;
  } finally {
    answered.abort();
    signal?.removeEventListener('abort', passOn);
  }
}

async function lateness(limitMs: number, clock: Clock, answered: AbortSignal, abort: AbortController): Promise<never> {
  await clock.sleep(limitMs, answered);
  abort.abort(new NotAnswered(limitMs));
  throw abort.signal.reason;
}

class NotAnswered extends Error {
  constructor(limitMs: number) {
    super(`SQS did not answer within ${limitMs} ms.`);
    this.name = 'NotAnswered';
  }
}
