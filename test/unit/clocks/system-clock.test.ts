import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { createSystemClock } from '../../../runtime/clocks/system-clock.ts';

const clock = createSystemClock();
const day = 86_400_000;

async function warningsDuring(work: () => Promise<void>): Promise<string[]> {
  const warnings: string[] = [];
  const collect = (warning: Error) => void warnings.push(warning.name);
  process.on('warning', collect);
  await work();
  // Warnings are emitted on the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', collect);
  return warnings;
}

describe('the system clock', () => {
  it('tells the wall clock', () => {
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
  });

  it('sleeps no shorter than asked, and not at all for 0 and less', async () => {
    for (const ms of [20, 7.5]) {
      const startedAtMs = performance.now();
      await clock.sleep(ms);
      expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(ms);
    }
    await clock.sleep(0);
    await clock.sleep(-5);
  });

  it('takes 364 days and for ever without a TimeoutOverflowWarning, and does not wake early', async () => {
    const warnings = await warningsDuring(async () => {
      const abort = new AbortController();
      let wokenCount = 0;
      const sleeps = [364 * day, Infinity].map((ms) => clock.sleep(ms, abort.signal).finally(() => wokenCount++));
      await clock.sleep(20);
      expect(wokenCount).toBe(0);
      abort.abort();
      expect(await Promise.allSettled(sleeps)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    });
    expect(warnings).toEqual([]);
  });

  it('sees the warning that a single timer of that length would raise', async () => {
    const warnings = await warningsDuring(async () => clearTimeout(setTimeout(() => {}, 364 * day)));
    expect(warnings).toEqual(['TimeoutOverflowWarning']);
  });

  it('chains timers over the whole length', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      let isAwake = false;
      void createSystemClock()
        .sleep(60 * day)
        .then(() => (isAwake = true));
      await vi.advanceTimersByTimeAsync(60 * day - 1);
      expect(isAwake).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(isAwake).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('takes its listener off the signal when it wakes, and clears its timer when it is aborted', async () => {
    const abort = new AbortController();
    for (let time = 0; time < 20; time++) await clock.sleep(0, abort.signal);
    await clock.sleep(1, abort.signal);
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);

    const timersBefore = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const sleep = clock.sleep(60_000, abort.signal);
    abort.abort(new Error('stop'));
    await expect(sleep).rejects.toThrow('stop');
    const timersAfter = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    expect(timersAfter).toBeLessThanOrEqual(timersBefore);
  });

  it('refuses a length that is no number', async () => {
    await expect(clock.sleep(NaN)).rejects.toMatchObject({ code: 'INVALID_DURATION' });
    await expect(clock.sleep('5' as never)).rejects.toMatchObject({ code: 'INVALID_DURATION' });
  });
});
