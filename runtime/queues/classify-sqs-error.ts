/**
 * What an error of an SQS call means for whoever made it. SDK versions, protocols and imitations of SQS write one error as
 * `RequestThrottled`, `RequestThrottledException`, `AWS.SimpleQueueService.RequestThrottled` or
 * `com.amazonaws.sqs#RequestThrottled`, in `name`, `Code`, `code` or `__type`: all are looked at.
 */
export type SqsErrorKind =
  'throttled' | 'auth' | 'clock-skew' | 'missing-queue' | 'network' | 'in-flight-full' | 'too-large' | 'ours';

export interface SqsErrorClass {
  readonly kind: SqsErrorKind;
  /** The names that were found, the most telling first: for logs. */
  readonly code: string;
  readonly retry: RetryAdvice;
  /** For the operator. */
  readonly mend: string;
}

/**
 * - `soon`: back off from about a second.
 * - `slowly`: only somebody else's act helps (credentials, a queue, a clock); go on asking, from about ten seconds.
 * - `never`: the same call fails for ever.
 */
export type RetryAdvice = 'soon' | 'slowly' | 'never';

const kinds: Readonly<Record<SqsErrorKind, { readonly retry: RetryAdvice; readonly mend: string }>> = {
  throttled: {
    retry: 'soon',
    mend: 'SQS (or KMS) asks for fewer calls. It passes by itself; if it stays, raise the quota.',
  },
  auth: {
    retry: 'slowly',
    mend: 'The credentials are missing, expired or not allowed this call. The policy needs sqs:ReceiveMessage, SendMessage, DeleteMessage, ChangeMessageVisibility and GetQueueAttributes (and the KMS key, where the queue has one).',
  },
  'clock-skew': {
    retry: 'slowly',
    mend: "This machine's clock is wrong by minutes: AWS refuses its signatures. Set the clock (NTP).",
  },
  'missing-queue': {
    retry: 'slowly',
    mend: 'The queue does not exist. Check its URL, region and account, or create it.',
  },
  network: {
    retry: 'soon',
    mend: 'SQS was not reached, or failed. It passes by itself; if it stays, check DNS, proxy and endpoint.',
  },
  'in-flight-full': {
    retry: 'soon',
    mend: 'The queue holds as many received messages as it may. Workers must finish some; long waits should be hops instead of bounces.',
  },
  'too-large': {
    retry: 'never',
    mend: 'A message or batch is larger than the queue takes. Keep large values in a store.',
  },
  ours: {
    retry: 'never',
    mend: 'SQS refused the call itself. This is a defect of Hopline, or the endpoint is no SQS.',
  },
};

const named: Readonly<Record<string, SqsErrorKind>> = table({
  throttled: [
    ...['RequestThrottled', 'Throttling', 'Throttled', 'ThrottledRequest', 'TooManyRequests', 'RequestLimitExceeded'],
    ...['SlowDown', 'PriorRequestNotComplete', 'BandwidthLimitExceeded', 'KmsThrottled', 'LimitExceeded'],
  ],
  auth: [
    ...['AccessDenied', 'AuthFailure', 'AuthorizationHeaderMalformed', 'CredentialsProvider', 'ExpiredToken'],
    ...['ExpiredTokenException', 'IncompleteSignature', 'InvalidAccessKeyId', 'InvalidAddress', 'InvalidClientTokenId'],
    ...['InvalidSecurity', 'InvalidSecurityToken', 'InvalidSignature', 'InvalidToken', 'MissingAuthenticationToken'],
    ...['NotAuthorized', 'OptInRequired', 'SignatureDoesNotMatch', 'TokenProvider', 'TokenRefreshRequired'],
    ...['UnauthorizedAccess', 'UnrecognizedClient', 'KmsAccessDenied', 'KmsDisabled', 'KmsInvalidKeyUsage'],
    ...['KmsInvalidState', 'KmsNotFound', 'KmsOptInRequired'],
  ],
  'clock-skew': ['RequestTimeTooSkewed', 'RequestExpired', 'RequestInTheFuture'],
  'missing-queue': ['QueueDoesNotExist', 'NonExistentQueue', 'QueueDeletedRecently'],
  network: [
    ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'],
    ...['ENETUNREACH', 'ENETDOWN', 'EPROTO', 'Timeout', 'RequestTimeout', 'Networking', 'NotAnswered', 'Abort'],
    ...['InternalFailure', 'InternalServer', 'Internal', 'ServiceUnavailable', 'UnknownError'],
  ],
  'in-flight-full': ['OverLimit'],
  'too-large': ['BatchRequestTooLong', 'MessageTooLong', 'RequestEntityTooLarge'],
});

function table(byKind: Partial<Record<SqsErrorKind, readonly string[]>>): Record<string, SqsErrorKind> {
  const byName = Object.create(null) as Record<string, SqsErrorKind>;
  for (const [kind, names] of Object.entries(byKind)) for (const name of names) byName[name] = kind as SqsErrorKind;
  return byName;
}

/** Signature errors whose text says that it is the clock. */
const skewText = /signature (expired|not yet current)|clock|time.*(skew|too (old|far|large))/i;
const sizeText = /must be shorter than|message too long|longer than \d+ bytes/i;
const socketText = /socket hang up|network|tls|certificate|deserializ|unexpected (end|token)|not valid json/i;

/** Never throws; what is no error at all is `ours`. */
export function classifySqsError(error: unknown): SqsErrorClass {
  const names = namesOf(error);
  const kind = kindOf(error, names, textOf(error));
  return { kind, code: names[0] ?? 'Error', ...kinds[kind] };
}

function kindOf(error: unknown, names: readonly string[], text: string): SqsErrorKind {
  const kind = names.map((name) => named[bare(name)]).find((found) => found !== undefined);
  if (kind === 'auth' && skewText.test(text)) return 'clock-skew';
  if (kind) return kind;
  if (sizeText.test(text)) return 'too-large';
  const status = statusOf(error);
  if (status === 429) return 'throttled';
  if (status === 401 || status === 403) return 'auth';
  if (status !== undefined && status >= 500) return 'network';
  // A reply that is no reply of SQS: a proxy's page, half a body. The SDK gives a parser's error, with the reply attached.
  return socketText.test(text) || names.some((name) => /^(UND_ERR|ERR_TLS|ERR_SSL|CERT_)/.test(name))
    ? 'network'
    : 'ours';
}

/** Without what the protocols put around it. */
function bare(name: string): string {
  return name.replace(/^.*[#.:]/, '').replace(/(Exception|Error)$/, '');
}

/** Whatever names the error and its causes, without repetition. A plain 'Error' says nothing. */
function namesOf(error: unknown): string[] {
  const names = new Set<string>();
  let at = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    const { name, Code, code, __type, cause } = at as Record<string, unknown>;
    for (const each of [name, Code, code, __type])
      if (typeof each === 'string' && each !== '' && each !== 'Error') names.add(each);
    at = cause;
  }
  return [...names];
}

function textOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : '';
}

function statusOf(error: unknown): number | undefined {
  const { $metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: unknown } };
  return typeof $metadata?.httpStatusCode === 'number' ? $metadata.httpStatusCode : undefined;
}
