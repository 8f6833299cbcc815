import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstLegDelaySeconds, legDelaySeconds } from '../../../runtime/engine/timer-hops.ts';
import {
  isHeldInHand,
  secondsBelow,
  untimedBounceSeconds,
  visibilitySecondsLeft,
} from '../../../runtime/engine/visibility-bounce.ts';

describe('legs of a wait', () => {
  test('are integers in 0..900 that never end before the wait (C01, C02)', () => {
    fc.assert(
      fc.property(fc.integer({ min: -4_000_000, max: 4e14 }), (quarters) => {
        const restMs = quarters / 4;
        const seconds = legDelaySeconds(restMs);
        expect(Number.isInteger(seconds) && seconds >= 0 && seconds <= 900).toBe(true);
        expect(seconds * 1_000 >= Math.min(restMs, 900_000)).toBe(true);
      }),
    );
  });

  test('1,500 ms are two seconds, two hours eight legs', () => {
    expect(legDelaySeconds(1_500)).toBe(2);
    let restMs = 7_200_000;
    let legs = 0;
    for (; restMs > 0; legs++) restMs -= legDelaySeconds(restMs) * 1_000;
    expect(legs).toBe(8);
  });

  test('runs with waits over a day start their legs at different seconds, each the same every time', () => {
    const day = 86_400_000;
    const firsts = Array.from({ length: 900 }, (_, index) => firstLegDelaySeconds(day + 1, `run-${index}`));
    expect(firsts.every((seconds) => Number.isInteger(seconds) && seconds >= 1 && seconds <= 900)).toBe(true);
    expect(new Set(firsts).size).toBeGreaterThan(450);
    expect(firstLegDelaySeconds(day + 1, 'run-7')).toBe(firsts[7]);
    expect(firstLegDelaySeconds(day, 'run-7')).toBe(900);
  });
});

describe('hiding a message', () => {
  test('the whole seconds below the wait are spent away, the rest in hand', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 43_200_000 }), (waitMs) => {
        const restMs = waitMs - secondsBelow(waitMs) * 1_000;
        expect(restMs >= 0 && isHeldInHand(restMs)).toBe(true);
      }),
    );
    expect(isHeldInHand(1_000)).toBe(false);
  });

  test('never reaches beyond 12 h after the receive (C20)', () => {
    for (const heldMs of [0, 1, 30_000, 43_190_000, 43_200_000, 1e9]) {
      const seconds = visibilitySecondsLeft(heldMs);
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(seconds === 0 || heldMs / 1_000 + seconds <= 43_200).toBe(true);
    }
  });

  test('where no time is known it doubles from 5 s to 300 s, with half of it left to chance', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 99].map((count) => untimedBounceSeconds(count, 0.999_9))).toEqual([
      5, 10, 20, 40, 80, 160, 300, 300, 300,
    ]);
    expect(untimedBounceSeconds(1, 0)).toBe(3);
  });
});
