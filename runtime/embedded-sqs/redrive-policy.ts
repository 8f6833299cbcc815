import { sqsLimits } from '../protocol/sqs-limits.ts';
import { invalidValue, type SqsError } from './errors.ts';

/** Where a message goes that was received too often. */
export interface RedrivePolicy {
  readonly deadLetterTargetArn: string;
  readonly maxReceiveCount: number;
}

/** Reads the JSON text of a `RedrivePolicy` attribute; the empty text means none. Throws the refusal. */
export function parseRedrivePolicy(text: string): RedrivePolicy | undefined {
  if (text === '') return undefined;
  const policy = parseJsonMap(text, 'RedrivePolicy', 'Redrive policy');
  const deadLetterTargetArn = policy['deadLetterTargetArn'];
  if (typeof deadLetterTargetArn !== 'string' || deadLetterTargetArn === '') {
    throw refuse(text, 'Redrive policy does not contain mandatory attribute: deadLetterTargetArn.');
  }
  if (policy['maxReceiveCount'] === undefined) {
    throw refuse(text, 'Redrive policy does not contain mandatory attribute: maxReceiveCount.');
  }
  return { deadLetterTargetArn, maxReceiveCount: readCount(text, policy['maxReceiveCount']) };
}

function readCount(text: string, given: unknown): number {
  const { maxReceiveCountMin: min, maxReceiveCountMax: max } = sqsLimits;
  const isDigits = typeof given === 'number' || (typeof given === 'string' && /^\d+$/.test(given));
  const count = isDigits ? Number(given) : NaN;
  if (Number.isInteger(count) && count >= min && count <= max) return count;
  throw refuse(
    text,
    `Invalid value for maxReceiveCount: ${String(given)}, valid values are from ${min} to ${max} both inclusive.`,
  );
}

function refuse(text: string, reason: string): SqsError {
  return invalidValue(text, 'RedrivePolicy', reason);
}

/** Which queues may name this one as their dead-letter queue. */
export interface RedriveAllowPolicy {
  readonly redrivePermission: 'allowAll' | 'denyAll' | 'byQueue';
  readonly sourceQueueArns: readonly string[];
}

const sourceQueuesMax = 10;

/** Reads the JSON text of a `RedriveAllowPolicy` attribute; the empty text means none. Throws the refusal. */
export function parseRedriveAllowPolicy(text: string): RedriveAllowPolicy | undefined {
  if (text === '') return undefined;
  const policy = parseJsonMap(text, 'RedriveAllowPolicy', 'Redrive allow policy');
  const { redrivePermission, sourceQueueArns = [] } = policy;
  if (redrivePermission !== 'allowAll' && redrivePermission !== 'denyAll' && redrivePermission !== 'byQueue') {
    throw invalidValue(
      text,
      'RedriveAllowPolicy',
      "Amazon SQS can't create the redrive allow policy. redrivePermission must be allowAll, denyAll or byQueue.",
    );
  }
  if (!isListOfTexts(sourceQueueArns) || (redrivePermission === 'byQueue') !== sourceQueueArns.length > 0) {
    throw invalidValue(text, 'RedriveAllowPolicy', 'sourceQueueArns goes with byQueue, and only with it.');
  }
  if (sourceQueueArns.length > sourceQueuesMax) {
    throw invalidValue(text, 'RedriveAllowPolicy', `sourceQueueArns holds at most ${sourceQueuesMax} queues.`);
  }
  return { redrivePermission, sourceQueueArns };
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function parseJsonMap(text: string, parameter: string, subject: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
  throw invalidValue(text, parameter, `${subject} is not a valid JSON map.`);
}
