/**
 * The worker dies at every effect of a run with groups; a fresh one goes on. The result is the same, nothing is lost, every
 * attempt of one call has the same arguments, and what was written down is not done again.
 */
import { activityContext } from 'hopline';
import { describe, expect, test } from 'vitest';
import { CrashGate } from '../../runtime/testing/crash-gate.ts';
import { VirtualWorld } from '../support/virtual-world.ts';
import { Fulfilment, type Depot } from './workflows-crash.ts';

interface Observation {
  readonly results: readonly string[];
  readonly deadLetters: number;
  readonly messagesLeft: number;
  readonly crashes: readonly string[];
  readonly effectCount: number;
  /** Keys whose attempts saw different arguments. */
  readonly tornKeys: readonly string[];
  /** Calls whose body came to its end, by key. */
  readonly done: ReadonlyMap<string, number>;
}

interface Plan {
  readonly crashAt: readonly number[];
  /** Items to survey; without it two are fulfilled. */
  readonly count?: number;
  /** Reservations after which the first worker is asked to stop. */
  readonly stopAfter?: number;
}

async function live({ crashAt, count, stopAfter }: Plan): Promise<Observation> {
  const world = await VirtualWorld.create();
  const seen = new Map<string, Set<string>>();
  const done = new Map<string, number>();
  const crashes: string[] = [];
  let effectCount = 0;
  let current: CrashGate | undefined;
  const depotOf = (gate: CrashGate): Depot => {
    const effect = <T>(name: string, args: readonly unknown[], work: (attempt: number) => T): Promise<T> =>
      gate.effect(name, async () => {
        const { idempotencyKey, attempt } = activityContext();
        seen.set(idempotencyKey, (seen.get(idempotencyKey) ?? new Set()).add(JSON.stringify([name, ...args])));
        const result = work(attempt);
        if (done.size === stopAfter) stopFirst();
        done.set(idempotencyKey, (done.get(idempotencyKey) ?? 0) + 1);
        return result;
      });
    return {
      reserve: (item) => effect('reserve', [item], () => `shelf of ${item}`),
      pack: (item, place) =>
        effect('pack', [item, place], (attempt) => {
          if (item === 'b' && attempt < 3) throw new Error('no box');
          return `${item} from ${place}`;
        }),
      ship: (parcel, number) => effect('ship', [parcel, number], () => `${parcel} shipped as ${number}`),
    };
  };
  const stopFirst = (): void => {
    void world.workers[0]!.runtime.stop();
    startWorker(1);
  };
  const startWorker = (index: number): void => {
    const gate = new CrashGate({
      ...(crashAt[index] !== undefined && { crashAt: crashAt[index] }),
      onCrash: (effect) => {
        crashes.push(effect);
        effectCount += gate.effectCount;
        startWorker(index + 1);
      },
    });
    world.startWorker({ workflows: [new Fulfilment(depotOf(gate))] }, { gate, ports: gate.around(world.ports()) });
    current = gate;
  };
  startWorker(0);
  if (count === undefined) await world.client.start(Fulfilment, 'fulfil', { args: [['a', 'b']], id: 'fulfil-1' });
  else await world.client.start(Fulfilment, 'survey', { args: [count], id: 'survey-1' });
  await world.toEnd();
  const observation = {
    results: [...new Set(world.results().map(({ value }) => JSON.stringify(value)))],
    deadLetters: world.sqs.peek(world.deadLetterQueueUrl).length,
    messagesLeft: world.sqs.peek(world.queueUrl).length,
    crashes,
    effectCount: effectCount + current!.effectCount,
    tornKeys: [...seen].filter(([, calls]) => calls.size > 1).map(([key]) => key),
    done,
  };
  await world.close();
  return observation;
}

const result = JSON.stringify({
  first: 'a from shelf of a shipped as 4',
  parcels: ['a from shelf of a', 'b from shelf of b', null],
  rest: ['fulfilled', 'fulfilled'],
  log: ['a packed', 'a reserved', 'b packed', 'b reserved'],
});

function expectSound(observed: Observation, expected = result): void {
  const { results, deadLetters, messagesLeft, tornKeys, crashes } = observed;
  expect({ results, deadLetters, messagesLeft, tornKeys, crashes }).toEqual({
    results: [expected],
    deadLetters: 0,
    messagesLeft: 0,
    tornKeys: [],
    crashes,
  });
}

describe('a worker that dies at an effect of a run with groups', () => {
  test('at every one: same result, nothing lost, equal arguments, little done twice', async () => {
    const whole = await live({ crashAt: [] });
    expectSound(whole);
    expect([...whole.done.values()]).toEqual(Array.from({ length: 7 }, () => 1));
    const died = new Set<string>();
    let mostAgain = 0;
    for (let effect = 1; effect <= whole.effectCount; effect++) {
      const observed = await live({ crashAt: [effect] });
      expectSound(observed);
      died.add(observed.crashes[0]!);
      // Between a send and its delete two copies are left, and both go on; that is not what this counts.
      if (!/reserve|pack|ship/.test(observed.crashes[0]!)) continue;
      mostAgain = Math.max(mostAgain, [...observed.done.values()].filter((times) => times > 1).length);
    }
    // One delivery's part of a group, and that of the delivery before where its delete was still under way.
    expect(mostAgain).toBe(3);
    for (const call of ['receive', 'send', 'delete', 'reserve', 'pack', 'ship'])
      for (const when of ['before', 'after']) expect(died).toContain(`${when} ${call}`);
  });

  test('again and again: the same', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const crashAt = Array.from({ length: 25 }, (_, index) => 5 + ((seed * 31 + index * 17) % 37));
      const observed = await live({ crashAt });
      expectSound(observed);
      expect(observed.crashes.length).toBeGreaterThan(2);
    }
  });
});

describe('a large group', () => {
  test('is written down as it goes: a crash repeats no more than 25 and what ran beside them', async () => {
    const whole = await live({ crashAt: [], count: 120 });
    expectSound(whole, '120');
    expect([...whole.done.values()].filter((times) => times > 1)).toEqual([]);
    let mostAgain = 0;
    for (let effect = 7; effect <= whole.effectCount; effect += 13) {
      const observed = await live({ crashAt: [effect], count: 120 });
      expectSound(observed, '120');
      if (observed.crashes[0] !== 'before reserve') continue;
      mostAgain = Math.max(mostAgain, [...observed.done.values()].filter((times) => times > 1).length);
    }
    expect(mostAgain).toBeGreaterThan(5);
    // Twice that, where the delete of the delivery before was still under way.
    expect(mostAgain).toBeLessThanOrEqual(70);
  });

  test('goes on in another worker where the first one stops: nothing is done twice', async () => {
    for (const stopAfter of [1, 7, 24, 60]) {
      const observed = await live({ crashAt: [], count: 120, stopAfter });
      expectSound(observed, '120');
      expect([...observed.done.values()].filter((times) => times > 1)).toEqual([]);
    }
  });
});
