/** Concurrency bounds what is worked on: who waits for the answer to a delete alone keeps nobody from a slot. */
import { afterEach, describe, expect, test } from 'vitest';
import type { QueuePort } from '../../../runtime/ports/queue.ts';
import { scriptedWorkflow } from '../../support/scripted-machine.ts';
import { VirtualWorld } from '../../support/virtual-world.ts';

let world: VirtualWorld;
afterEach(() => world.close());

const answerMs = 5_000;

/** The world's ports, on a queue whose call of this name is done at once and answered late. */
function portsWithLate(call: 'send' | 'delete') {
  const ports = world.ports();
  const late =
    <T, R>(perform: (entries: readonly T[]) => Promise<R>) =>
    async (entries: readonly T[]) => {
      const answer = await perform(entries);
      await ports.clock.sleep(answerMs);
      return answer;
    };
  const queueFor = (url: string): QueuePort => {
    const queue = ports.queueFor(url);
    const send: QueuePort['send'] = (messages) => queue.send(messages);
    const remove: QueuePort['delete'] = (handles) => queue.delete(handles);
    return {
      url,
      isFifo: queue.isFifo,
      brokerNow: () => queue.brokerNow(),
      receive: (request) => queue.receive(request),
      send: call === 'send' ? late(send) : send,
      delete: call === 'delete' ? late(remove) : remove,
      changeVisibility: (changes) => queue.changeVisibility(changes),
      attributes: () => queue.attributes(),
    };
  };
  return { ...ports, queueFor };
}

describe('a worker of concurrency 1', () => {
  /** When each of three runs' first activity began. */
  async function beginsWith(call: 'send' | 'delete'): Promise<number[]> {
    world = await VirtualWorld.create();
    const begun: number[] = [];
    const steps = [
      { state: 'a', operation: 'activity' },
      { state: 'b', operation: 'activity' },
    ] as const;
    const workflow = scriptedWorkflow('Run', [...steps], { a: () => begun.push(world.clock.now()), b: () => 1 });
    const startMs = world.clock.now();
    world.startWorker({ workflows: [workflow], concurrency: 1 }, { ports: portsWithLate(call) });
    for (let run = 0; run < 3; run++) await world.client.start('Run.run', { args: [run] });
    await world.until(() => world.results().length === 3);
    return begun.map((atMs) => atMs - startMs);
  }

  test('goes on while its deletes are not answered', async () => {
    for (const afterMs of await beginsWith('delete')) expect(afterMs).toBeLessThan(answerMs);
  });

  test('goes on with nothing while a send is not answered', async () => {
    const [first, second, third] = await beginsWith('send');
    expect(first).toBeLessThan(answerMs);
    expect(second).toBeGreaterThanOrEqual(answerMs);
    expect(third).toBeGreaterThanOrEqual(2 * answerMs);
  });

  test('stops only when the deletes are answered', async () => {
    world = await VirtualWorld.create();
    const workflow = scriptedWorkflow('Run', [{ state: 'a', operation: 'activity' }], { a: () => 1 });
    const worker = world.startWorker({ workflows: [workflow], concurrency: 1 }, { ports: portsWithLate('delete') });
    await world.client.start('Run.run', { args: [0] });
    await world.until(() => world.results().length === 1);
    const fromMs = world.clock.now();
    expect(worker.runtime.messagesInHand).toBe(1);
    let stoppedMs = -1;
    void worker.runtime.stop({ graceMs: 60_000 }).then(() => (stoppedMs = world.clock.now()));
    await world.untilThroughPolls(() => stoppedMs >= 0);
    expect(stoppedMs - fromMs).toBeGreaterThanOrEqual(answerMs);
    expect(worker.runtime.messagesInHand).toBe(0);
  });
});
