/**
 * The worker dies at every effect of a dunning run, one after the other; a fresh one goes on. Whatever it dies at, the run
 * comes to the same result, nothing is lost, nothing is dead-lettered, and every attempt of one charge has the same arguments.
 */
import { activityContext } from 'hopline';
import { describe, expect, test } from 'vitest';
import type { WorkerPorts } from '../../runtime/loop/worker-runtime.ts';
import type { QueuePort } from '../../runtime/ports/queue.ts';
import { CrashGate } from '../../runtime/testing/crash-gate.ts';
import { Dunning, type Bank, type Outcome } from '../support/dunning-machine.ts';
import { VirtualWorld } from '../support/virtual-world.ts';

interface Observation {
  readonly result: Outcome | undefined;
  readonly resultsDiffer: boolean;
  readonly deadLetters: number;
  readonly messagesLeft: number;
  readonly crashes: readonly string[];
  readonly effectCount: number;
  /** Keys whose attempts saw different arguments. */
  readonly tornKeys: readonly string[];
  readonly bodies: readonly string[];
}

interface Plan {
  /** Effects of each worker in turn at which it dies; the last worker lives. */
  readonly crashAt: readonly number[];
  readonly dayMs: number;
  readonly sabotage?: (ports: WorkerPorts) => WorkerPorts;
  readonly queue?: Parameters<typeof VirtualWorld.create>[0];
}

/** Day 0: no money, twice. Day 1: the bank is down for one attempt, then no money. Day 3: paid. */
function bankOf(world: VirtualWorld, gate: () => CrashGate, seen: Map<string, Set<string>>, bodies: string[]): Bank {
  const record = (what: string, ...args: unknown[]): string => {
    const { idempotencyKey } = activityContext();
    bodies.push(`${what} ${idempotencyKey.slice(37)}`);
    const known = seen.get(idempotencyKey) ?? new Set();
    seen.set(idempotencyKey, known.add(JSON.stringify([what, ...args])));
    return idempotencyKey;
  };
  return {
    charge: (invoice, attempt) =>
      gate().effect('charge', async () => {
        record('charge', invoice, attempt);
        if (attempt < 3) throw new Error('no money');
        return { id: `receipt-${invoice.id}`, at: new Date(1_700_000_000_000) };
      }),
    sendMail: (customer, day) =>
      gate().effect('sendMail', async () => {
        record('sendMail', customer, day);
        if (day === 1 && activityContext().attempt === 1) throw new Error('the mail server is away');
      }),
    cancelSubscription: () => gate().effect('cancelSubscription', async () => void record('cancel')),
  };
}

async function live({ crashAt, dayMs, sabotage = (ports) => ports, queue }: Plan): Promise<Observation> {
  const world = await VirtualWorld.create(queue);
  const seen = new Map<string, Set<string>>();
  const bodies: string[] = [];
  const crashes: string[] = [];
  let effectCount = 0;
  let current: CrashGate | undefined;
  const startWorker = (index: number): void => {
    const gate = new CrashGate({
      ...(crashAt[index] !== undefined && { crashAt: crashAt[index] }),
      onCrash: (effect) => {
        crashes.push(effect);
        effectCount += gate.effectCount;
        startWorker(index + 1);
      },
    });
    const bank = bankOf(world, () => gate, seen, bodies);
    world.startWorker({ workflows: [new Dunning(bank, dayMs)] }, { gate, ports: sabotage(gate.around(world.ports())) });
    current = gate;
  };
  startWorker(0);
  await world.client.start(Dunning, 'collect', { args: [{ id: 'i-1', customer: 'ada', cents: 999 }], id: 'dunning-1' });
  await world.toEnd();
  const results = world.results().map(({ value }) => JSON.stringify(value));
  const observation = {
    result: world.results()[0]?.['value'] as Outcome | undefined,
    resultsDiffer: new Set(results).size > 1,
    deadLetters: world.sqs.peek(world.deadLetterQueueUrl).length,
    messagesLeft: world.sqs.peek(world.queueUrl).length,
    crashes,
    effectCount: effectCount + current!.effectCount,
    tornKeys: [...seen].filter(([, calls]) => calls.size > 1).map(([key]) => key),
    bodies,
  };
  await world.close();
  return observation;
}

const paid: Outcome = {
  status: 'paid',
  day: 3,
  attempts: 3,
  receipt: { id: 'receipt-i-1', at: new Date(1_700_000_000_000) },
};

function expectSound({ crashes, effectCount: _effects, bodies: _bodies, ...observed }: Observation): void {
  expect({ ...observed, crashes }).toEqual({
    crashes,
    result: paid,
    resultsDiffer: false,
    deadLetters: 0,
    messagesLeft: 0,
    tornKeys: [],
  });
}

/** Days of 25 minutes: every sleep is still a chain of legs. */
const shortDayMs = 1_500_000;

describe('a worker that dies at an effect of a dunning run', () => {
  test('at every one: same result, nothing lost, nothing dead-lettered, equal arguments', async () => {
    const whole = await live({ crashAt: [], dayMs: shortDayMs });
    expectSound(whole);
    expect(whole.bodies.length).toBe(11);
    expect(whole.effectCount).toBeGreaterThan(100);
    const died = new Set<string>();
    for (let effect = 1; effect <= whole.effectCount; effect++) {
      const observed = await live({ crashAt: [effect], dayMs: shortDayMs });
      expectSound(observed);
      expect(observed.crashes).toHaveLength(1);
      died.add(observed.crashes[0]!);
    }
    for (const call of ['attributes', 'receive', 'send', 'delete', 'charge', 'sendMail'])
      for (const when of ['before', 'after']) expect(died).toContain(`${when} ${call}`);
  });

  test('twice in a row, at any distance: the same', async () => {
    for (let first = 3; first < 120; first += 7)
      for (const second of [3, 4, 5, 6, 7, 8, 9, 10, 11]) {
        expectSound(await live({ crashAt: [first, second], dayMs: shortDayMs }));
      }
  });

  test('again and again through two real weeks: the same', async () => {
    for (let seed = 0; seed < 12; seed++) {
      const crashAt = Array.from({ length: 40 }, (_, index) => 5 + ((seed * 31 + index * 17) % 41));
      const observed = await live({ crashAt, dayMs: 86_400_000 });
      expectSound(observed);
      expect(observed.crashes.length).toBeGreaterThan(10);
    }
  });
});

describe('a sabotaged loop is caught', () => {
  test('deleting before the send is acknowledged loses the run at some effect', async () => {
    const whole = await live({ crashAt: [], dayMs: shortDayMs, sabotage: deleteBeforeSend });
    expectSound(whole);
    let lost = 0;
    for (let effect = 1; effect <= whole.effectCount; effect++) {
      const observed = await live({ crashAt: [effect], dayMs: shortDayMs, sabotage: deleteBeforeSend });
      if (observed.result === undefined) lost++;
    }
    expect(lost).toBeGreaterThan(0);
  });
});

/** A queue that deletes what was received when the next message is handed over, and only then sends. */
function deleteBeforeSend(ports: WorkerPorts): WorkerPorts {
  return {
    ...ports,
    queueFor: (url) => {
      const queue = ports.queueFor(url);
      let inHand: string[] = [];
      const sabotaged: QueuePort = {
        ...queue,
        receive: async (request) => {
          const messages = await queue.receive(request);
          inHand = [...inHand, ...messages.map(({ receiptHandle }) => receiptHandle)];
          return messages;
        },
        send: async (messages) => {
          if (inHand.length > 0) await queue.delete(inHand);
          inHand = [];
          await new Promise((resolve) => setImmediate(resolve));
          return queue.send(messages);
        },
      };
      return sabotaged;
    },
  };
}
