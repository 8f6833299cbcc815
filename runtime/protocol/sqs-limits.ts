/** Every number of SQS that Hopline depends on, once, with its page. Checked 2026-11-30. */
export const sqsLimits = {
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html (DelaySeconds) */
  delaySecondsMax: 900,
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibility.html: 12 h, counted from the receive */
  visibilitySecondsMax: 43_200,
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
  waitSecondsMax: 20,
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html and the *Batch actions */
  batchEntriesMax: 10,
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html: 1 MiB since August 2025; also the sum of a batch */
  bodyBytesMax: 1_048_576,
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html (MessageRetentionPeriod) */
  retentionSecondsMin: 60,
  retentionSecondsMax: 1_209_600,
  retentionSecondsDefault: 345_600,
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html (RedrivePolicy) */
  maxReceiveCountMin: 1,
  maxReceiveCountMax: 1_000,
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html: standard queues */
  inFlightMax: 120_000,
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html */
  messageAttributesMax: 10,
  /** https://aws.amazon.com/sqs/pricing/: each 64 KB of a payload is billed as one request */
  billedChunkBytes: 65_536,
} as const;
