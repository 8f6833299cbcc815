/**
 * What SQS refuses, as it travels: a shape, a query code, a status and a text. One object serves all faces: the HTTP face
 * writes it on the wire, `send` turns it into what the SDK makes of that wire.
 *
 * Texts marked "recorded" in the tests come from answers of AWS. Where no recording is known the text says what is wrong
 * in AWS's manner; programs must go by the name and code.
 */
export class SqsError extends Error {
  /** The modelled exception's name, or the generic one of AWS's front end. */
  readonly shape: string;
  /** What the query protocol calls it: `Code` of the SDK's exceptions. */
  readonly code: string;
  readonly status: number;

  constructor(details: { shape: string; code?: string; status?: number }, message: string) {
    super(message);
    this.name = details.shape;
    this.shape = details.shape;
    this.code = details.code ?? details.shape;
    this.status = details.status ?? 400;
  }

  get isSenderFault(): boolean {
    return this.status < 500;
  }

  /** Generic refusals come from the front end that all AWS services share and are not modelled by SQS. */
  get wireType(): string {
    return genericShapes.has(this.shape) ? `com.amazon.coral.service#${this.shape}` : `com.amazonaws.sqs#${this.shape}`;
  }
}

const genericShapes = new Set([
  'InvalidParameterValueException',
  'MissingRequiredParameterException',
  'SerializationException',
  'UnknownOperationException',
  'InternalFailure',
  'ThrottlingException',
  'AccessDeniedException',
]);

export function invalidParameter(message: string): SqsError {
  return new SqsError({ shape: 'InvalidParameterValueException', code: 'InvalidParameterValue' }, message);
}

export function invalidValue(value: unknown, parameter: string, reason: string): SqsError {
  return invalidParameter(`Value ${String(value)} for parameter ${parameter} is invalid. Reason: ${reason}`);
}

export function missingParameter(parameter: string): SqsError {
  return new SqsError(
    { shape: 'MissingRequiredParameterException', code: 'MissingParameter' },
    `The request must contain the parameter ${parameter}.`,
  );
}

export function serializationError(message: string): SqsError {
  return new SqsError({ shape: 'SerializationException', code: 'MalformedInput' }, message);
}

/** The errors that SQS's model declares, with their query codes. */
const modelledCodes = {
  BatchEntryIdsNotDistinct: { code: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct' },
  BatchRequestTooLong: { code: 'AWS.SimpleQueueService.BatchRequestTooLong' },
  EmptyBatchRequest: { code: 'AWS.SimpleQueueService.EmptyBatchRequest' },
  InvalidAddress: { code: 'InvalidAddress', status: 404 },
  InvalidAttributeName: { code: 'InvalidAttributeName' },
  InvalidAttributeValue: { code: 'InvalidAttributeValue' },
  InvalidBatchEntryId: { code: 'AWS.SimpleQueueService.InvalidBatchEntryId' },
  InvalidMessageContents: { code: 'InvalidMessageContents' },
  OverLimit: { code: 'OverLimit', status: 403 },
  PurgeQueueInProgress: { code: 'AWS.SimpleQueueService.PurgeQueueInProgress', status: 403 },
  QueueDeletedRecently: { code: 'AWS.SimpleQueueService.QueueDeletedRecently' },
  QueueDoesNotExist: { code: 'AWS.SimpleQueueService.NonExistentQueue' },
  QueueNameExists: { code: 'QueueAlreadyExists' },
  ReceiptHandleIsInvalid: { code: 'ReceiptHandleIsInvalid', status: 404 },
  RequestThrottled: { code: 'RequestThrottled', status: 403 },
  ResourceNotFoundException: { code: 'ResourceNotFoundException', status: 404 },
  TooManyEntriesInBatchRequest: { code: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest' },
  UnsupportedOperation: { code: 'AWS.SimpleQueueService.UnsupportedOperation' },
} as const satisfies Record<string, { code: string; status?: number }>;

export function modelled(shape: keyof typeof modelledCodes, message: string): SqsError {
  return new SqsError({ shape, ...modelledCodes[shape] }, message);
}

/** A connection that broke after the request had been sent, as Node's HTTP handler of the SDK reports it. */
export class LostReplyError extends Error {
  readonly code = 'ECONNRESET';
  readonly errno = -104;
  readonly syscall = 'read';
  constructor() {
    super('read ECONNRESET');
    // The SDK's handler renames resets to this, which makes its retry strategy take them for transient.
    this.name = 'TimeoutError';
  }
}

/** What the SDK rejects with when its caller's signal aborts: an error as reason becomes the cause, any other the text. */
export class AbortedError extends Error {
  constructor(reason: unknown) {
    super(reason instanceof Error ? 'Request aborted' : String(reason));
    if (reason instanceof Error) this.cause = reason;
    this.name = 'AbortError';
  }
}
