import { activityContext, FatalError, RetryableError } from 'hopline';

export interface Delivery {
  id: string;
  /** URL that the customer gave us. */
  endpoint: string;
  event: string;
  /** The body, as text: any Unicode, up to 256 KB. */
  payload: string;
}

export interface Sender {
  /**
   * POSTs once. Resolves with the status of success. Rejects with a `FatalError` where the receiver never wants to hear from
   * us again, with a `RetryableError` where it says when to come back, with any other error where it is just not well.
   */
  post(delivery: Delivery): Promise<number>;
}

export interface Endpoints {
  unsubscribe(endpoint: string): Promise<void>;
  reportFailing(endpoint: string, why: string): Promise<void>;
}

/** One try, for the page on which customers look up their deliveries. */
export interface Try {
  delivery: string;
  number: number;
  /** Absent where there was no answer. */
  status?: number;
  durationMs: number;
}

export interface Tries {
  record(entry: Try): Promise<void>;
}

/** Sends with `fetch`, or with anything of its shape. */
export class FetchSender implements Sender {
  readonly #tries: Tries;
  readonly #fetch: typeof fetch;

  constructor(tries: Tries, send: typeof fetch = fetch) {
    this.#tries = tries;
    this.#fetch = send;
  }

  async post(delivery: Delivery): Promise<number> {
    const { attempt } = activityContext();
    const startedMs = performance.now();
    const record = (status?: number) =>
      this.#tries.record({
        delivery: delivery.id,
        number: attempt,
        durationMs: performance.now() - startedMs,
        ...(status !== undefined && { status }),
      });
    let response: Response;
    try {
      response = await this.#request(delivery);
    } catch (error) {
      await record();
      throw error;
    }
    await record(response.status);
    await response.body?.cancel();
    return statusOfSuccess(response);
  }

  #request({ endpoint, id, event, payload }: Delivery): Promise<Response> {
    const { signal, idempotencyKey } = activityContext();
    return this.#fetch(endpoint, {
      method: 'POST',
      body: payload,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'webhook-id': id,
        'webhook-event': event,
        // The same for every try, so that a receiver can drop what it has had.
        'idempotency-key': idempotencyKey,
      },
      redirect: 'manual',
      signal,
    });
  }
}

function statusOfSuccess(response: Response): number {
  const { status, ok } = response;
  if (ok) return status;
  if (status === 410) throw new FatalError('the endpoint is gone (410)');
  const retryAfter = response.headers.get('retry-after');
  if (retryAfter !== null) throw new RetryableError(`status ${status}, retry after ${retryAfter}`, { retryAfter });
  throw new Error(`status ${status}`);
}
