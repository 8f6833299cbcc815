import { describe, expect, it } from 'vitest';
import { ActivityContextHolder, type ActivityContext } from '../../../runtime/ports/activity-context.ts';

const contextOf = (attempt: number) => ({ attempt }) as unknown as ActivityContext;

function perform(holder: ActivityContextHolder, attempt: number, body: () => unknown): Promise<unknown> {
  return new Promise((resolve, reject) => holder.perform(contextOf(attempt), body, resolve, reject));
}

/** Node 20 and 22 keep it on the storage; from 24 on following costs nothing and there is no such mark. */
const isFollowing = (holder: ActivityContextHolder) => (holder as unknown as { enabled?: boolean }).enabled ?? false;
const hasMark = Number(process.versions.node.split('.')[0]) < 24;

async function twoAwaits(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
}

describe('the context of the attempt that runs', () => {
  it('stays with a body whose neighbours end before it, in any order', async () => {
    const holder = new ActivityContextHolder();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow = perform(holder, 1, async () => {
      await gate;
      return holder.getStore();
    });
    expect(await perform(holder, 2, () => holder.getStore())).toEqual(contextOf(2));
    const middle = perform(holder, 3, async () => {
      await twoAwaits();
      return holder.getStore();
    });
    expect(await middle).toEqual(contextOf(3));
    await expect(perform(holder, 4, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    release();
    expect(await slow).toEqual(contextOf(1));
  });

  it('is known again to a body that begins after all others had ended', async () => {
    const holder = new ActivityContextHolder();
    for (let attempt = 1; attempt <= 3; attempt++) {
      const seen = await perform(holder, attempt, async () => {
        await twoAwaits();
        return holder.getStore();
      });
      expect(seen).toEqual(contextOf(attempt));
      expect(holder.getStore()).toBeUndefined();
    }
  });

  it('ends with a body that throws or returns without awaiting', async () => {
    const holder = new ActivityContextHolder();
    const thrown = perform(holder, 1, () => {
      throw new Error('at once');
    });
    await expect(thrown).rejects.toThrow('at once');
    expect(await perform(holder, 2, () => null)).toBeNull();
    expect(isFollowing(holder)).toBe(false);
  });

  it('takes what `then` says of an object for its end, also where `then` throws', async () => {
    const holder = new ActivityContextHolder();
    const thenable = { then: (resolve: (value: number) => void) => resolve(5) };
    expect(await perform(holder, 1, () => thenable)).toBe(5);
    const broken = {
      then() {
        throw new Error('broken then');
      },
    };
    await expect(perform(holder, 2, () => broken)).rejects.toThrow('broken then');
  });

  it.runIf(hasMark)(
    'is followed only while a body is at work, because following slows every promise of the process',
    async () => {
      const holder = new ActivityContextHolder();
      const body = perform(holder, 1, twoAwaits);
      expect(isFollowing(holder)).toBe(true);
      await body;
      expect(isFollowing(holder)).toBe(false);
    },
  );
});
