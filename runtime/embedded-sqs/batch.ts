import { sqsLimits } from '../protocol/sqs-limits.ts';
import { modelled, SqsError } from './errors.ts';
import type { FaultDice } from './faults.ts';

export interface BatchEntry {
  readonly Id: string | undefined;
}
interface FailedEntry {
  readonly Id: string;
  readonly Code: string;
  readonly Message: string;
  readonly SenderFault: boolean;
}

const entryIdForm = /^[A-Za-z0-9_-]{1,80}$/;

/** What makes SQS refuse a batch as a whole, in the order in which it looks. */
export function checkBatch<E extends BatchEntry>(entries: readonly E[], action: string): void {
  if (entries.length === 0) {
    throw modelled('EmptyBatchRequest', `There should be at least one ${action}RequestEntry in the request.`);
  }
  if (entries.length > sqsLimits.batchEntriesMax) {
    throw modelled(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${sqsLimits.batchEntriesMax}. You have sent ${entries.length}.`,
    );
  }
  const ids = new Set<string>();
  for (const { Id = '' } of entries) {
    if (!entryIdForm.test(Id)) {
      throw modelled(
        'InvalidBatchEntryId',
        'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
      );
    }
    if (ids.has(Id)) throw modelled('BatchEntryIdsNotDistinct', `Id ${Id} repeated.`);
    ids.add(Id);
  }
}

/**
 * Performs each entry by itself; `perform` answers with the entry's result, its `Id` in it. One that is refused stands in `Failed`, the others are done. A list without entries is
 * left out of the reply, as AWS leaves it out.
 */
export function performEntries<E extends BatchEntry>(
  entries: readonly E[],
  faults: FaultDice,
  perform: (entry: E, Id: string) => object,
): { Successful?: object[]; Failed?: FailedEntry[] } {
  const successful: object[] = [];
  const failed: FailedEntry[] = [];
  for (const entry of entries) {
    const Id = entry.Id!;
    try {
      if (faults.roll('failedEntry')) throw internalError();
      successful.push(perform(entry, Id));
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      failed.push({ Id, Code: error.code, Message: error.message, SenderFault: error.isSenderFault });
    }
  }
  return { ...(successful.length > 0 && { Successful: successful }), ...(failed.length > 0 && { Failed: failed }) };
}

function internalError(): SqsError {
  return new SqsError({ shape: 'InternalError', status: 500 }, 'We encountered an internal error. Please try again.');
}
