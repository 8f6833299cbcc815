/**
 * Time for whoever waits. `now` is epoch milliseconds; `sleep` resolves no earlier than `ms` after the call and rejects
 * with the signal's reason when aborted. Real clocks must survive waits over 2^31 ms.
 */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
