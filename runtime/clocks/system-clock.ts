import type { Clock } from '../ports/clock.ts';
import { HoplineError } from '../protocol/errors.ts';

/** Node keeps a timer's length in 31 bits; a longer one fires after 1 ms with a TimeoutOverflowWarning. */
const timerMsMax = 2_147_483_647;

/**
 * The machine's own clock. `now` is the wall clock. A sleep is measured on the monotonic clock, so that a wall clock set
 * back or forward neither stretches nor cuts it, and so that a timer which Node fires a fraction early is waited out.
 *
 * A sleep longer than a timer can hold is a chain of timers. `Infinity` sleeps until it is aborted. An aborted sleep
 * clears its timer and an ended one takes its listener off the signal: one signal may serve any number of sleeps.
 */
export function createSystemClock(): Clock {
  return { now: () => Date.now(), sleep: sleepOnTimers };
}

function sleepOnTimers(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    refuseNoDuration(ms);
    signal?.throwIfAborted();
    const endAtMs = performance.now() + ms;
    let timer: NodeJS.Timeout;
    const wait = () => {
      const leftMs = endAtMs - performance.now();
      if (leftMs <= 0) return end();
      timer = setTimeout(wait, Math.min(Math.ceil(leftMs), timerMsMax));
    };
    const end = () => {
      signal?.removeEventListener('abort', abandon);
      resolve();
    };
    const abandon = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    signal?.addEventListener('abort', abandon, { once: true });
    wait();
  });
}

/** NaN would make every comparison false and the chain of timers endless. */
export function refuseNoDuration(ms: number): void {
  if (typeof ms === 'number' && !Number.isNaN(ms)) return;
  throw new HoplineError(
    'INVALID_DURATION',
    `A clock was asked to sleep ${String(ms)} ms. It takes a number of milliseconds, where 0 and less mean at once. Give it a number.`,
  );
}
