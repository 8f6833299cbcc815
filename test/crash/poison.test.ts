/**
 * A run whose activity kills its worker every time. It must end in the dead-letter queue, and take nobody with it.
 */
import { describe, expect, test } from 'vitest';
import type { WorkerPorts } from '../../runtime/loop/worker-runtime.ts';
import { CrashGate } from '../../runtime/testing/crash-gate.ts';
import { scriptedWorkflow } from '../support/scripted-machine.ts';
import { VirtualWorld } from '../support/virtual-world.ts';

interface Poisoned {
  readonly crashes: number;
  readonly deadReasons: readonly unknown[];
  readonly deadLetters: number;
  readonly completed: number;
  readonly neighbourDeaths: number;
}

const crashesMax = 60;

async function livePoisoned(
  maxReceiveCount: number,
  seed: number,
  sabotage = (ports: WorkerPorts) => ports,
): Promise<Poisoned> {
  const world = await VirtualWorld.create({ maxReceiveCount, seed });
  let crashes = 0;
  let neighboursRunning = 0;
  let neighbourDeaths = 0;
  const start = (): void => {
    const gate = new CrashGate();
    const poison = scriptedWorkflow('Poison', [{ state: 'kill', operation: 'activity' }], {
      kill: () => {
        crashes++;
        neighbourDeaths += neighboursRunning;
        neighboursRunning = 0;
        gate.abandon('kill');
        if (crashes < crashesMax) start();
        return new Promise(() => undefined);
      },
    });
    const work = async () => {
      neighboursRunning++;
      await world.ports().clock.sleep(2_000);
      neighboursRunning--;
    };
    const good = scriptedWorkflow(
      'Good',
      [
        { state: 'a', operation: 'activity' },
        { state: 'b', operation: 'activity' },
      ],
      { a: work, b: work },
    );
    world.startWorker({ workflows: [poison, good] }, { gate, ports: sabotage(gate.around(world.ports())) });
  };
  start();
  for (let run = 0; run < 20; run++) await world.client.start('Good.run', { args: [run], id: `good-${run}` });
  await world.client.start('Poison.run', { args: [0], id: 'poison' });
  await world.toEnd();
  const deadReasons = world.events.filter(({ kind }) => kind === 'dead-letter').map((event) => event['reason']);
  const completed = new Set(world.results().map(({ runId }) => runId)).size;
  const deadLetters = world.sqs.peek(world.deadLetterQueueUrl).length;
  await world.close();
  return { crashes, deadReasons, deadLetters, completed, neighbourDeaths };
}

describe('a run that kills its worker (G3)', () => {
  test.each([5, 5, 5, 5, 20, 20].map((max, index) => [max, index]))(
    'is dead-lettered for no progress, and its neighbours complete (maxReceiveCount %i, seed %i)',
    async (max, seed) => {
      const poisoned = await livePoisoned(max, seed);
      expect(poisoned).toMatchObject({ deadReasons: ['no-progress'], deadLetters: 1, completed: 20 });
      expect(poisoned.crashes).toBeLessThanOrEqual(4 * (max - 2));
      // Each crash takes its neighbours with it only until the message is a suspect.
      expect(poisoned.neighbourDeaths).toBeLessThanOrEqual(3 * 20);
    },
  );

  test('lives for ever where a renewal on receipt is not counted', async () => {
    const poisoned = await livePoisoned(5, 1, uncounted);
    expect(poisoned.deadReasons).toEqual([]);
    expect(poisoned.crashes).toBe(crashesMax);
  });
});

/** Forgets in every message that is sent how often it was renewed. */
function uncounted(ports: WorkerPorts): WorkerPorts {
  return {
    ...ports,
    queueFor: (url) => {
      const queue = ports.queueFor(url);
      return {
        ...queue,
        send: (messages) =>
          queue.send(
            messages.map((message) => ({ ...message, body: message.body.replace(/"renewals":\d+/, '"renewals":0') })),
          ),
      };
    },
  };
}
