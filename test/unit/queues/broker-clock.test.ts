import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokerClock } from '../../../runtime/queues/broker-clock.ts';

const httpDate = (ms: number) => new Date(ms).toUTCString();

function clockAt(startMs: number) {
  const world = { monotonicMs: 5_000, brokerMs: startMs };
  const clock = new BrokerClock(() => world.monotonicMs);
  const pass = (ms: number) => {
    world.monotonicMs += ms;
    world.brokerMs += ms;
  };
  return { world, clock, pass };
}

describe("the broker's clock", () => {
  it('is 0 before anything is known: nothing is due', () => {
    expect(clockAt(1e12).clock.now()).toBe(0);
  });

  it('is the date of the last reply, which lacks the part of a second, plus the time since', () => {
    const { world, clock, pass } = clockAt(1_700_000_000_900);
    clock.sawDate(httpDate(world.brokerMs));
    expect(clock.now()).toBe(1_700_000_000_000);
    pass(250.7);
    expect(clock.now()).toBe(1_700_000_000_250);
  });

  it('does not go back by the part of a second that a newer date lacks', () => {
    const { world, clock, pass } = clockAt(1_700_000_000_000);
    clock.sawDate(httpDate(world.brokerMs));
    pass(900);
    clock.sawDate(httpDate(world.brokerMs));
    expect(clock.now()).toBe(1_700_000_000_900);
    pass(150);
    clock.sawDate(httpDate(world.brokerMs));
    expect(clock.now()).toBe(1_700_000_001_050);
  });

  it('is sharpened by the stamps of messages', () => {
    const { world, clock, pass } = clockAt(1_700_000_000_800);
    clock.sawDate(httpDate(world.brokerMs));
    clock.sawStamp(world.brokerMs);
    pass(10);
    clock.sawDate(httpDate(world.brokerMs));
    expect(clock.now()).toBe(1_700_000_000_810);
    clock.sawStamp(world.brokerMs - 60_000);
    expect(clock.now()).toBe(1_700_000_000_810);
  });

  it('gives up what a newer date contradicts: a host of the broker that runs ahead, or drift of this machine', () => {
    const { world, clock, pass } = clockAt(1_700_000_000_000);
    clock.sawStamp(world.brokerMs + 60_000);
    expect(clock.now()).toBe(1_700_000_060_000);
    pass(10);
    clock.sawDate(httpDate(world.brokerMs));
    expect(clock.now()).toBe(1_700_000_000_000);
    world.monotonicMs += 3_600_000; // The machine slept: monotonic time may go on while the broker saw a second.
    world.brokerMs += 1_000;
    clock.sawDate(httpDate(world.brokerMs));
    expect(clock.now()).toBe(1_700_000_001_000);
  });

  it('ignores a date that is none', () => {
    const { world, clock } = clockAt(1_700_000_000_000);
    clock.sawDate(httpDate(world.brokerMs));
    clock.sawDate('soon');
    expect(clock.now()).toBe(1_700_000_000_000);
  });

  it('is never ahead, and at most a second and the longest way behind, whatever the replies are (G2)', () => {
    const step = fc.record({
      passMs: fc.integer({ min: 0, max: 5_000 }),
      wayMs: fc.integer({ min: 0, max: 400 }),
      stamp: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1e12, max: 2e12 }), fc.array(step, { minLength: 1 }), (startMs, steps) => {
        const { world, clock, pass } = clockAt(startMs);
        for (const { passMs, wayMs, stamp } of steps) {
          pass(passMs);
          const writtenMs = world.brokerMs;
          pass(wayMs);
          clock.sawDate(httpDate(writtenMs));
          if (stamp) clock.sawStamp(writtenMs);
          expect(clock.now()).toBeLessThanOrEqual(world.brokerMs);
          expect(clock.now()).toBeGreaterThan(world.brokerMs - 1_000 - 400 - 1);
        }
      }),
    );
  });

  it('would be ahead if a date were taken for the exact time: the negative control', () => {
    const { world, pass } = clockAt(1_700_000_000_100);
    const rounded = new BrokerClock(() => world.monotonicMs);
    rounded.sawDate(httpDate(Math.round(world.brokerMs / 1_000) * 1_000 + 1_000));
    pass(0);
    expect(rounded.now()).toBeGreaterThan(world.brokerMs);
  });
});
