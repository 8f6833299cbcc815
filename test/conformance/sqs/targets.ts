import { EmbeddedSqs } from 'hopline/embedded-sqs';
import { setTimeout as pause } from 'node:timers/promises';
import { VirtualClock } from '../../../runtime/clocks/virtual-clock.ts';
import { createTestClient, startFauxqs, startLocalAwsSqs, type SqsServer } from '../../support/sqs-servers.ts';

export type TargetName = 'embedded send' | 'embedded requestHandler' | 'embedded http' | 'fauxqs' | 'local-aws-sqs';

/** An SQS that the rows are run against. */
export interface Target {
  readonly name: TargetName;
  /** True where waiting costs nothing, so that rows of hours and days can be run. */
  readonly hasVirtualTime: boolean;
  send(command: any, options?: { abortSignal?: AbortSignal }): Promise<any>;
  /** Lets this much of the target's time go by. */
  wait(ms: number): Promise<void>;
  /** The target's now, in epoch milliseconds. */
  now(): number;
  close(): Promise<void>;
}

export const embeddedTargets: readonly { name: TargetName; start: () => Promise<Target> }[] = [
  { name: 'embedded send', start: startEmbeddedSend },
  { name: 'embedded requestHandler', start: startEmbeddedHandler },
  { name: 'embedded http', start: startEmbeddedHttp },
];

export const serverTargets: readonly { name: TargetName; start: () => Promise<Target> }[] = [
  { name: 'fauxqs', start: async () => overServer('fauxqs', await startFauxqs()) },
  { name: 'local-aws-sqs', start: async () => overServer('local-aws-sqs', await startLocalAwsSqs()) },
];

async function startEmbeddedSend(): Promise<Target> {
  const { clock, sqs } = startEmbedded();
  const send = (command: unknown, options?: object) => sqs.send(command, options);
  return overVirtualTime('embedded send', sqs, clock, send, async () => {});
}

async function startEmbeddedHandler(): Promise<Target> {
  const { clock, sqs } = startEmbedded();
  const client = createTestClient({ endpoint: 'http://sqs.test', requestHandler: sqs.requestHandler });
  const send = (command: any, options?: object) => client.send(command, options);
  return overVirtualTime('embedded requestHandler', sqs, clock, send, async () => client.destroy());
}

async function startEmbeddedHttp(): Promise<Target> {
  const { clock, sqs } = startEmbedded();
  const listener = await sqs.listen();
  const client = createTestClient(listener);
  const send = (command: any, options?: object) => client.send(command, options);
  return overVirtualTime('embedded http', sqs, clock, send, async () => {
    client.destroy();
    await listener.close();
  });
}

function startEmbedded(): { clock: VirtualClock; sqs: EmbeddedSqs } {
  const clock = new VirtualClock();
  return { clock, sqs: new EmbeddedSqs({ clock, seed: 43 }) };
}

/**
 * Time moves only when every request that was sent has reached the service, and the service has noticed every one that its
 * sender gave up: over HTTP both take a few real turns.
 */
function overVirtualTime(
  name: TargetName,
  sqs: EmbeddedSqs,
  clock: VirtualClock,
  send: Target['send'],
  close: Target['close'],
): Target {
  let sentCount = 0;
  let settledCount = 0;
  let endedCount = 0;
  sqs.onRequest = () => void endedCount++;
  const arrived = () => Object.values(sqs.requestCounts).reduce((sum, count) => sum + count, 0);
  return {
    name,
    hasVirtualTime: true,
    send(command, options) {
      sentCount++;
      return send(command, options).finally(() => settledCount++);
    },
    async wait(ms) {
      while (arrived() < sentCount || endedCount < settledCount) await turn();
      const untilMs = clock.now() + ms;
      while (clock.fireNext(untilMs)) await turn();
      clock.advanceTo(untilMs);
    },
    now: () => clock.now(),
    close,
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function overServer(name: TargetName, server: SqsServer): Target {
  return {
    name,
    hasVirtualTime: false,
    send: (command, options) => server.client.send(command, options),
    wait: (ms) => pause(ms),
    now: () => Date.now(),
    close: () => server.close(),
  };
}
