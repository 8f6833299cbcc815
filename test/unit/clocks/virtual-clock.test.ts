import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../runtime/clocks/virtual-clock.ts';

const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the virtual clock', () => {
  it('starts where it is told to and stands still', async () => {
    const clock = new VirtualClock(1_000);
    await flush();
    expect(clock.now()).toBe(1_000);
  });

  it('wakes in order of due time, of equals the first asleep, each at its own time', async () => {
    const clock = new VirtualClock(0);
    const woken: [string, number][] = [];
    const sleep = (name: string, ms: number) => void clock.sleep(ms).then(() => woken.push([name, clock.now()]));
    sleep('late', 20);
    sleep('first', 10);
    sleep('second', 10);
    while (clock.fireNext(15)) await flush();
    expect(woken).toEqual([
      ['first', 10],
      ['second', 10],
    ]);
    expect(clock.now()).toBe(10);
    while (clock.fireNext(20)) await flush();
    expect(woken[2]).toEqual(['late', 20]);
  });

  it('lets what woken code begins come before what is due later', async () => {
    const clock = new VirtualClock(0);
    const woken: string[] = [];
    void clock.sleep(10).then(async () => {
      await clock.sleep(5);
      woken.push('begun at 10, due at 15');
    });
    void clock.sleep(20).then(() => woken.push('due at 20'));
    while (clock.fireNext(100)) await flush();
    expect(woken).toEqual(['begun at 10, due at 15', 'due at 20']);
  });

  it('tells when the next is due and how many sleep', () => {
    const clock = new VirtualClock(100);
    expect([clock.nextDueAt(), clock.pendingCount]).toEqual([undefined, 0]);
    void clock.sleep(7);
    void clock.sleep(3);
    expect([clock.nextDueAt(), clock.pendingCount]).toEqual([103, 2]);
  });

  it('forgets an aborted sleeper at once and rejects it with the reason', async () => {
    const clock = new VirtualClock(0);
    const abort = new AbortController();
    const sleep = clock.sleep(5, abort.signal);
    const reason = new Error('enough');
    abort.abort(reason);
    await expect(sleep).rejects.toBe(reason);
    expect([clock.nextDueAt(), clock.pendingCount]).toEqual([undefined, 0]);
    await expect(clock.sleep(5, abort.signal)).rejects.toBe(reason);
  });

  it('treats sleeps of 0 and less as due now, and still waits to be driven', async () => {
    const clock = new VirtualClock(50);
    let woken = 0;
    for (const ms of [0, -10]) void clock.sleep(ms).then(() => woken++);
    await flush();
    expect([woken, clock.nextDueAt()]).toEqual([0, 50]);
    while (clock.fireNext(50)) await flush();
    expect([woken, clock.now()]).toEqual([2, 50]);
  });

  it('advances over all that is due and stands at the end', async () => {
    const clock = new VirtualClock(0);
    let woken = 0;
    for (const ms of [1, 2, 3]) void clock.sleep(ms).then(() => woken++);
    clock.advanceTo(2);
    await flush();
    expect([woken, clock.now()]).toEqual([2, 2]);
    clock.advanceTo(1);
    expect(clock.now()).toBe(2);
  });

  it('never comes to the end of an endless sleep, and refuses one of no length', async () => {
    const clock = new VirtualClock(0);
    void clock.sleep(Infinity);
    expect([clock.nextDueAt(), clock.fireNext(Infinity), clock.pendingCount]).toEqual([undefined, false, 1]);
    await expect(clock.sleep(NaN)).rejects.toMatchObject({ code: 'INVALID_DURATION' });
  });
});
