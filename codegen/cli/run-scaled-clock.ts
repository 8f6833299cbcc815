import { monotonicNow } from '../../runtime/clocks/monotonic.ts';
import { createSystemClock } from '../../runtime/clocks/system-clock.ts';
import type { Clock } from '../../runtime/ports/clock.ts';

/** The machine's clock, `speed` times as fast, from `startMs` on (epoch milliseconds; default now). */
export function createScaledClock(speed: number, startMs?: number): Clock {
  const real = createSystemClock();
  const beganMs = monotonicNow();
  const zeroMs = startMs ?? real.now();
  return {
    now: () => Math.floor(zeroMs + (monotonicNow() - beganMs) * speed),
    sleep: (ms, signal) => real.sleep(ms / speed, signal),
  };
}
