import { checkSigningOptions } from '../../sdk/signing.ts';
import { durationToMs } from '../protocol/duration.ts';
import { HoplineError } from '../protocol/errors.ts';
import { isCount, requireKnownKeys, requireOption } from '../protocol/option-keys.ts';
import { sqsLimits } from '../protocol/sqs-limits.ts';
import type { WorkerOptions } from './worker-options.ts';

/** Worker options with every default filled in. */
export interface WorkerSettings {
  readonly queues: readonly { readonly url: string; readonly weight: number; readonly concurrency: number }[];
  readonly concurrency: number;
  readonly waitTimeSeconds: number;
  readonly bounceSecondsMax: number;
  readonly perProcessLimits: boolean;
  readonly unknownForMs: number;
  readonly allowNoDeadLetterQueue: boolean;
}

const where = 'Worker';
const knownKeys: readonly (keyof WorkerOptions)[] = [
  'sqs',
  'queueUrl',
  'queues',
  'workflows',
  'store',
  'concurrency',
  'waitTimeSeconds',
  'bounceSecondsMax',
  'limits',
  'unknownFor',
  'allowNoDeadLetterQueue',
  'signing',
  'logger',
  'onEvent',
];

/** @throws HoplineError `CONFIGURATION` naming the option, its value and its bound; `NEEDS_STORE` for what only a store could do */
export function checkWorkerOptions(options: WorkerOptions): WorkerSettings {
  requireKnownKeys(options, where, knownKeys, 'CONFIGURATION');
  refuseWhatIsMissing(options);
  if (options.signing) checkSigningOptions(options.signing);
  const concurrency = options.concurrency ?? 100;
  requireWorker(isCount(concurrency), 'concurrency', concurrency, 'a whole number from 1');
  return {
    queues: checkQueues(options, concurrency),
    concurrency,
    waitTimeSeconds: checkSeconds(
      options.waitTimeSeconds ?? sqsLimits.waitSecondsMax,
      'waitTimeSeconds',
      sqsLimits.waitSecondsMax,
    ),
    bounceSecondsMax: checkSeconds(options.bounceSecondsMax ?? 60, 'bounceSecondsMax', sqsLimits.visibilitySecondsMax),
    perProcessLimits: checkLimits(options.limits),
    unknownForMs: durationToMs(options.unknownFor ?? '24h', 'unknownFor'),
    allowNoDeadLetterQueue: options.allowNoDeadLetterQueue ?? false,
  };
}

/** What this version has not is refused rather than passed over. */
function refuseWhatIsMissing({ store }: WorkerOptions): void {
  if (store !== undefined)
    throw new HoplineError(
      'CONFIGURATION',
      'Worker: store is given, but this version of Hopline has no stores. Leave it out.',
    );
}

function checkLimits(limits: WorkerOptions['limits']): boolean {
  if (limits === 'shared')
    throw new HoplineError(
      'NEEDS_STORE',
      "Worker: limits: 'shared' needs a store that all processes ask. Without one say limits: 'per-process'.",
    );
  requireWorker(limits === undefined || limits === 'per-process', 'limits', limits, "'shared' or 'per-process'");
  return limits === 'per-process';
}

function checkQueues({ queueUrl, queues }: WorkerOptions, concurrency: number): WorkerSettings['queues'] {
  if ((queueUrl === undefined) === (queues === undefined))
    throw new HoplineError('CONFIGURATION', 'Worker takes queueUrl or queues: one of the two.');
  if (queueUrl !== undefined) return [{ url: checkUrl(queueUrl, 'queueUrl'), weight: 1, concurrency }];
  requireWorker(Array.isArray(queues) && queues.length > 0, 'queues', queues, 'a list of at least one queue');
  const checked = queues!.map((queue, index) => {
    const at = `queues[${index}]`;
    requireKnownKeys(queue, `Worker ${at}`, ['url', 'weight', 'concurrency'], 'CONFIGURATION');
    const { weight = 1, concurrency: own = concurrency } = queue;
    requireWorker(Number.isFinite(weight) && weight > 0, `${at}.weight`, weight, 'a finite number above 0');
    requireWorker(isCount(own), `${at}.concurrency`, own, 'a whole number from 1');
    return { url: checkUrl(queue.url, `${at}.url`), weight, concurrency: Math.min(own, concurrency) };
  });
  const twice = checked.find(({ url }, index) => checked.findIndex((other) => other.url === url) !== index);
  requireWorker(twice === undefined, 'queues', twice?.url, 'a list in which each url stands once');
  return checked;
}

function checkUrl(url: unknown, name: string): string {
  requireWorker(typeof url === 'string' && /^https?:\/\/\S+$/.test(url), name, url, 'the URL of a queue');
  return url as string;
}

function checkSeconds(seconds: unknown, name: string, secondsMax: number): number {
  const valid = Number.isSafeInteger(seconds) && (seconds as number) >= 0 && (seconds as number) <= secondsMax;
  requireWorker(valid, name, seconds, `a whole number from 0 to ${secondsMax}`);
  return seconds as number;
}

function requireWorker(valid: boolean, name: string, value: unknown, bound: string): void {
  requireOption(valid, where, name, value, bound, 'CONFIGURATION');
}
