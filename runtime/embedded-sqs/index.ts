export { EmbeddedSqs, type EmbeddedSqsOptions, type ObservedRequest, type SqsLike } from './service.ts';
export type { Clock } from '../ports/clock.ts';
export type { Faults } from './faults.ts';
export type { MessageSnapshot, QueueDepth } from './queue.ts';
