import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../runtime/clocks/virtual-clock.ts';
import { RealWork } from '../../../runtime/testing/real-work.ts';
import { TimerLane } from '../../../runtime/testing/timer-lane.ts';
import { VirtualDriver, type QueueState } from '../../../runtime/testing/virtual-driver.ts';

const watching: RealWork[] = [];
afterEach(() => watching.splice(0).forEach((realWork) => realWork.close()));

function world(startMs = 1_000_000) {
  const clock = new VirtualClock(startMs);
  const workerTimers = new TimerLane(clock);
  const plainTimers = new TimerLane(clock);
  const busy = { now: false };
  const realWork = new RealWork();
  realWork.watch(() => busy.now);
  watching.push(realWork);
  const log: string[] = [];
  const note = (what: string) => () => void log.push(`${what} ${clock.now() - startMs}`);
  const state: { queue: QueueState } = { queue: { kind: 'active' } };
  const driver = new VirtualDriver({
    clock,
    workerTimers: () => [workerTimers],
    plainTimers,
    realWork,
    queueState: () => state.queue,
  });
  const elapsed = () => clock.now() - startMs;
  return {
    clock,
    workerTimers,
    plainTimers,
    realWork,
    busy,
    log,
    note,
    state,
    driver,
    elapsed,
    at: (ms: number) => startMs + ms,
  };
}
const never = { isReached: () => false };

describe('time moves', () => {
  it('from stop to stop, and code that a timer woke runs before the next one fires', async () => {
    const { workerTimers, driver, log, note, at, elapsed } = world();
    void workerTimers
      .sleep(10)
      .then(note('a'))
      .then(() => workerTimers.sleep(5))
      .then(note('a again'));
    void workerTimers.sleep(20).then(note('b'));
    expect(await driver.drive({ atMs: at(30) })).toBe('reached');
    expect(log).toEqual(['a 10', 'a again 15', 'b 20']);
    expect(elapsed()).toBe(30);
  });

  it('wakes the queue first, then workers, then plain code, all that is due at one moment', async () => {
    const { clock, workerTimers, plainTimers, driver, log, note, at } = world();
    void plainTimers.sleep(10).then(note('plain'));
    void workerTimers
      .sleep(10)
      .then(note('worker'))
      .then(() => workerTimers.sleep(0))
      .then(note('worker again'));
    void clock.sleep(10).then(note('queue'));
    await driver.drive({ atMs: at(10) });
    expect(log).toEqual(['queue 10', 'worker 10', 'worker again 10', 'plain 10']);
  });

  it('not at all for a moment that is now, but what is due is done', async () => {
    const { workerTimers, driver, log, note, at } = world();
    void workerTimers.sleep(0).then(note('due'));
    void workerTimers.sleep(1).then(note('later'));
    await driver.drive({ atMs: at(0) });
    expect(log).toEqual(['due 0']);
  });

  it('no further than an event that is awaited', async () => {
    const { workerTimers, driver, log, note, elapsed } = world();
    void workerTimers.sleep(10).then(note('awaited'));
    void workerTimers.sleep(20).then(note('too far'));
    expect(await driver.drive({ isReached: () => log.length > 0 })).toBe('reached');
    expect(log).toEqual(['awaited 10']);
    expect(elapsed()).toBe(10);
  });

  it('once for all goals; each ends at its own', async () => {
    const { workerTimers, driver, elapsed, at, log, note } = world();
    void workerTimers.sleep(25).then(note('event'));
    const ends = await Promise.all([
      driver.drive({ atMs: at(10) }).then(elapsed),
      driver.drive({ isReached: () => log.length > 0 }).then(elapsed),
      driver.drive({ atMs: at(40) }).then(elapsed),
    ]);
    expect(ends).toEqual([10, 25, 40]);
  });

  it('until nothing can happen any more: then the goal ends idle', async () => {
    const { plainTimers, driver, state, elapsed } = world();
    state.queue = { kind: 'empty' };
    void plainTimers.sleep(10);
    expect(await driver.drive(never)).toBe('idle');
    expect(elapsed()).toBe(10);
  });

  it('waits for chains of immediates', async () => {
    const { driver, log, note, state, elapsed } = world();
    state.queue = { kind: 'empty' };
    const chain = (left: number): unknown => (left === 0 ? note('end')() : setImmediate(() => chain(left - 1)));
    chain(50);
    expect(await driver.drive(never)).toBe('idle');
    expect(log).toEqual(['end 0']);
    expect(elapsed()).toBe(0);
  });

  it('and a goal fails with what failed on the way', async () => {
    const { driver } = world();
    const broken = { isReached: () => { throw new Error('broken'); } }; // prettier-ignore
    await expect(driver.drive(broken)).rejects.toThrow('broken');
  });

  it('close ends goals and leaves nothing that runs', async () => {
    const { driver, workerTimers, clock } = world();
    const poll = (): Promise<void> => workerTimers.sleep(20_000).then(poll);
    void poll();
    const ended = driver.drive(never);
    await driver.drive({ atMs: clock.now() + 60_000 });
    await driver.close();
    expect(await ended).toBe('closed');
    const stoodAtMs = clock.now();
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.now()).toBe(stoodAtMs);
  });
});

describe('while no worker holds a message', () => {
  it('polls are passed over up to the next message, and the queue speaks before overdue timers', async () => {
    const { clock, workerTimers, driver, state, log, note, at } = world();
    const arrival = at(900_000);
    state.queue = { kind: 'asleep', dueAtMs: arrival };
    const guard = new AbortController();
    void clock.sleep(20_000).then(() => (note('poll answered')(), guard.abort()));
    void workerTimers.sleep(30_000, guard.signal).then(note('guard'), note('guard disarmed'));
    void workerTimers.sleep(40_000).then(note('housekeeping'));
    expect(await driver.drive({ isReached: () => log.length === 3 })).toBe('reached');
    expect(log).toEqual(['poll answered 900000', 'guard disarmed 900000', 'housekeeping 900000']);
  });

  it('plain code and moments still stop time', async () => {
    const { plainTimers, workerTimers, driver, state, log, note, at, elapsed } = world();
    state.queue = { kind: 'asleep', dueAtMs: at(1_000) };
    void workerTimers.sleep(5).then(note('worker'));
    void plainTimers.sleep(300).then(note('plain'));
    await driver.drive({ atMs: at(200) });
    expect(elapsed()).toBe(200);
    await driver.drive({ atMs: at(400) });
    expect(log).toContain('plain 300');
  });
});

describe('while an activity runs', () => {
  it('time waits for a real timer that was set in its context', async () => {
    const { driver, realWork, workerTimers, log, note } = world();
    void workerTimers.sleep(60_000).then(note('timeout'));
    realWork.begins();
    realWork.within(() => setTimeout(() => (note('done')(), realWork.ends()), 20));
    await driver.drive({ isReached: () => log.length > 0 });
    expect(log).toEqual(['done 0']);
  });

  it('time does not wait for a timer that nobody of it set, nor for one that keeps nothing alive', async () => {
    const { driver, realWork, workerTimers, log, note } = world();
    void workerTimers.sleep(60_000).then(note('timeout'));
    realWork.begins();
    const timers = [
      setTimeout(note('foreign'), 10_000),
      realWork.within(() => setTimeout(note('unref'), 10_000).unref()),
    ];
    await driver.drive({ isReached: () => log.length > 0 });
    timers.forEach(clearTimeout);
    realWork.ends();
    expect(log).toEqual(['timeout 60000']);
  });

  it('time waits for its socket', async () => {
    const { driver, realWork, workerTimers, log, note } = world();
    const server = createServer((socket) => socket.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    void workerTimers.sleep(60_000).then(note('timeout'));
    realWork.begins();
    const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
    socket.on('data', () => (note('data')(), realWork.ends()));
    await driver.drive({ isReached: () => log.length > 0 });
    expect(log).toEqual(['data 0']);
    socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('time moves where it waits for nothing real', async () => {
    const { driver, realWork, workerTimers, log, note } = world();
    void workerTimers.sleep(60_000).then(note('timeout'));
    realWork.begins();
    await driver.drive({ isReached: () => log.length > 0 });
    expect(log).toEqual(['timeout 60000']);
  });

  it('and what was there before it began is not its own', async () => {
    const { driver, realWork, workerTimers, log, note } = world();
    const before = setTimeout(() => {}, 1_000_000);
    void workerTimers.sleep(60_000).then(note('timeout'));
    realWork.begins();
    await driver.drive({ isReached: () => log.length > 0 });
    clearTimeout(before);
    expect(log).toEqual(['timeout 60000']);
  });
});

describe('while workflow code awaits inline, which nobody announces', () => {
  it('time waits for its real timer, and does not move where nothing real was begun', async () => {
    const { driver, realWork, busy, workerTimers, log, note } = world();
    void workerTimers.sleep(1_000).then(note('housekeeping'));
    realWork.mayBegin();
    busy.now = true;
    realWork.within(() => setTimeout(() => (note('done')(), (busy.now = false)), 20));
    await driver.drive({ isReached: () => log.length === 2 });
    expect(log).toEqual(['done 0', 'housekeeping 1000']);
  });
});

describe('RealWork', () => {
  function work(resources = ['Timeout', 'TCPSocketWrap']) {
    const seen = { resources, busy: false, nowMs: 0 };
    const real = new RealWork({ resources: () => seen.resources, monotonic: () => seen.nowMs });
    real.watch(() => seen.busy);
    watching.push(real);
    return { seen, real };
  }
  const oneMore = ['Timeout', 'TCPSocketWrap', 'TCPSocketWrap'];

  it('lowers its baseline with what goes away, so that it cannot hide what comes', () => {
    const { seen, real } = work();
    expect(real.isWaiting()).toBe(false);
    real.begins();
    expect(real.isWaiting()).toBe(false);
    seen.resources = ['Timeout', 'Immediate'];
    expect(real.isWaiting()).toBe(false);
    seen.resources = ['Timeout', 'TCPSocketWrap'];
    expect(real.isWaiting()).toBe(true);
    real.ends();
    expect(real.isWaiting()).toBe(false);
  });

  it('what an attempt left open is nobody else’s work, but a request may go over it', () => {
    const { seen, real } = work();
    seen.busy = true;
    real.begins();
    seen.resources = oneMore;
    expect(real.isWaiting()).toBe(true);
    real.ends();
    expect(real.isWaiting()).toBe(false);
    seen.nowMs = 10_000;
    real.begins();
    expect(real.isWaiting()).toBe(true);
    seen.nowMs += 1_000;
    expect(real.isWaiting()).toBe(false);
  });

  it('waits for unannounced work only so long', () => {
    const { seen, real } = work();
    real.mayBegin();
    seen.busy = true;
    seen.resources = oneMore;
    expect(real.isWaiting()).toBe(true);
    seen.nowMs = 5_000;
    expect(real.isWaiting()).toBe(false);
  });

  it('does not take the work of one delivery for what was there before another', () => {
    const { seen, real } = work();
    real.mayBegin();
    seen.busy = true;
    seen.resources = oneMore;
    real.mayBegin();
    expect(real.isWaiting()).toBe(true);
  });
});
