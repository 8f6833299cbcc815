import { sqsLimits } from '../protocol/sqs-limits.ts';
import { modelled, type SqsError } from './errors.ts';
import {
  parseRedriveAllowPolicy,
  parseRedrivePolicy,
  type RedriveAllowPolicy,
  type RedrivePolicy,
} from './redrive-policy.ts';

/**
 * The attributes of a queue that its owner sets, checked, in the types that the queue computes with; `texts` keeps them as
 * AWS speaks of them.
 */
export interface QueueSettings {
  readonly isFifo: boolean;
  readonly delaySeconds: number;
  readonly maximumMessageSize: number;
  readonly messageRetentionSeconds: number;
  readonly receiveWaitSeconds: number;
  readonly visibilitySeconds: number;
  readonly redrivePolicy: RedrivePolicy | undefined;
  readonly redriveAllowPolicy: RedriveAllowPolicy | undefined;
  readonly contentBasedDeduplication: boolean;
  readonly deduplicationScope: 'queue' | 'messageGroup';
  /** Every attribute as given or defaulted, by AWS's name. */
  readonly texts: ReadonlyMap<string, string>;
}

type Check = (value: string) => boolean;

const integerFrom =
  (min: number, max: number): Check =>
  (value) =>
    /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
const isBoolean: Check = (value) => value === 'true' || value === 'false';
const anything: Check = () => true;

/** Smallest `MaximumMessageSize`. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const messageSizeMin = 1_024;

/** What may be set on any queue. */
const checks: ReadonlyMap<string, Check> = new Map([
  ['DelaySeconds', integerFrom(0, sqsLimits.delaySecondsMax)],
  ['MaximumMessageSize', integerFrom(messageSizeMin, sqsLimits.bodyBytesMax)],
  ['MessageRetentionPeriod', integerFrom(sqsLimits.retentionSecondsMin, sqsLimits.retentionSecondsMax)],
  ['ReceiveMessageWaitTimeSeconds', integerFrom(0, sqsLimits.waitSecondsMax)],
  ['VisibilityTimeout', integerFrom(0, sqsLimits.visibilitySecondsMax)],
  ['Policy', anything],
  ['RedrivePolicy', anything],
  ['RedriveAllowPolicy', anything],
  ['KmsMasterKeyId', anything],
  ['KmsDataKeyReusePeriodSeconds', integerFrom(60, 86_400)],
  ['SqsManagedSseEnabled', isBoolean],
]);

const fifoChecks: ReadonlyMap<string, Check> = new Map([
  ['FifoQueue', isBoolean],
  ['ContentBasedDeduplication', isBoolean],
  ['DeduplicationScope', (value) => value === 'queue' || value === 'messageGroup'],
  ['FifoThroughputLimit', (value) => value === 'perQueue' || value === 'perMessageGroupId'],
]);

const defaults: readonly (readonly [string, string])[] = [
  ['DelaySeconds', '0'],
  ['MaximumMessageSize', String(sqsLimits.bodyBytesMax)],
  ['MessageRetentionPeriod', String(sqsLimits.retentionSecondsDefault)],
  ['ReceiveMessageWaitTimeSeconds', '0'],
  ['VisibilityTimeout', '30'],
  ['SqsManagedSseEnabled', 'true'],
];
const fifoDefaults: readonly (readonly [string, string])[] = [
  ['FifoQueue', 'true'],
  ['ContentBasedDeduplication', 'false'],
  ['DeduplicationScope', 'queue'],
  ['FifoThroughputLimit', 'perQueue'],
];

/** What SQS counts or fixes by itself: may be asked for, may not be set. */
export const countedAttributes: readonly string[] = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesDelayed',
  'ApproximateNumberOfMessagesNotVisible',
  'CreatedTimestamp',
  'LastModifiedTimestamp',
  'QueueArn',
];

export function isAttributeName(name: string): boolean {
  return name === 'All' || checks.has(name) || fifoChecks.has(name) || countedAttributes.includes(name);
}

/** The settings of a new queue. Throws the refusal. */
export function createSettings(isFifo: boolean, given: ReadonlyMap<string, string>): QueueSettings {
  const texts = new Map([...defaults, ...(isFifo ? fifoDefaults : [])]);
  return readSettings(isFifo, merge(isFifo, texts, given));
}

/** The settings after SetQueueAttributes. Throws the refusal, and then nothing has changed. */
export function changeSettings(settings: QueueSettings, given: ReadonlyMap<string, string>): QueueSettings {
  if (settings.isFifo && (given.get('FifoQueue') ?? 'true') !== 'true') {
    throw modelled(
      'InvalidAttributeValue',
      'Invalid value for the parameter FifoQueue. Reason: Modifying queue type is not supported.',
    );
  }
  return readSettings(settings.isFifo, merge(settings.isFifo, new Map(settings.texts), given));
}

function merge(isFifo: boolean, texts: Map<string, string>, given: ReadonlyMap<string, string>): Map<string, string> {
  for (const [name, value] of given) {
    checkAttribute(isFifo, name, value);
    // An empty policy takes the policy away: recorded for RedrivePolicy.
    if (value === '') texts.delete(name);
    else texts.set(name, value);
  }
  return texts;
}

function checkAttribute(isFifo: boolean, name: string, value: string): void {
  const fifoCheck = fifoChecks.get(name);
  if (fifoCheck !== undefined && !isFifo) throw fifoOnly(name);
  const check = fifoCheck ?? checks.get(name);
  if (check === undefined) throw unknownAttribute(name);
  if (!check(value)) throw modelled('InvalidAttributeValue', `Invalid value for the parameter ${name}.`);
}

/** Recorded: AWS words the refusal of the two newer FIFO attributes on a standard queue otherwise. */
function fifoOnly(name: string): SqsError {
  if (name === 'FifoQueue' || name === 'ContentBasedDeduplication') return unknownAttribute(name);
  return modelled('InvalidAttributeName', `You can specify the ${name} only when FifoQueue is set to true.`);
}

export function unknownAttribute(name: string): SqsError {
  return modelled('InvalidAttributeName', `Unknown Attribute ${name}.`);
}

function readSettings(isFifo: boolean, texts: ReadonlyMap<string, string>): QueueSettings {
  const numberOf = (name: string) => Number(texts.get(name));
  return {
    isFifo,
    delaySeconds: numberOf('DelaySeconds'),
    maximumMessageSize: numberOf('MaximumMessageSize'),
    messageRetentionSeconds: numberOf('MessageRetentionPeriod'),
    receiveWaitSeconds: numberOf('ReceiveMessageWaitTimeSeconds'),
    visibilitySeconds: numberOf('VisibilityTimeout'),
    redrivePolicy: parseRedrivePolicy(texts.get('RedrivePolicy') ?? ''),
    redriveAllowPolicy: parseRedriveAllowPolicy(texts.get('RedriveAllowPolicy') ?? ''),
    contentBasedDeduplication: texts.get('ContentBasedDeduplication') === 'true',
    deduplicationScope: texts.get('DeduplicationScope') === 'messageGroup' ? 'messageGroup' : 'queue',
    texts,
  };
}
