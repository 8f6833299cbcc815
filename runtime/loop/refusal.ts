import { classifySqsError } from '../queues/classify-sqs-error.ts';
import type { BatchReply } from './batcher.ts';

/**
 * What a refused entry means for whoever sent it.
 *
 * - `temporary`: throttled, SQS's own fault, no answer, or not understood: made again.
 * - `receipt`: the receipt is not ours any more.
 * - `final`: the same entry would be refused for ever.
 */
export interface Refusal {
  readonly kind: 'temporary' | 'receipt' | 'final';
  readonly code: string;
  readonly message: string;
  /** For the operator; empty where nothing is known. */
  readonly mend: string;
}

const receiptCodes = /ReceiptHandleIsInvalid|MessageNotInflight/;
const entryCodes = /InvalidMessageContents|InvalidParameterValue/;

export function refusalOf(reply: Extract<BatchReply, { ok: false }>): Refusal {
  if ('error' in reply) return refusalOfCall(reply.error);
  const { code, message, senderFault } = reply;
  if (isReceiptTrouble(code, message)) return { kind: 'receipt', code, message, mend: '' };
  // A throttled entry is called the sender's fault too; the name tells more.
  const { kind, retry, mend } = classifySqsError({ name: code, message });
  const isFinal = entryCodes.test(code) || kind === 'too-large' || (senderFault && retry === 'never');
  return { kind: isFinal ? 'final' : 'temporary', code, message, mend };
}

/** A call as a whole failed: of its entries nothing is known. */
function refusalOfCall(error: unknown): Refusal {
  const { kind, code, mend } = classifySqsError(error);
  const message = error instanceof Error ? error.message : String(error);
  if (isReceiptTrouble(code, message)) return { kind: 'receipt', code, message, mend: '' };
  return { kind: kind === 'too-large' ? 'final' : 'temporary', code, message, mend };
}

function isReceiptTrouble(code: string, message: string): boolean {
  return receiptCodes.test(code) || (code.includes('InvalidParameterValue') && message.includes('ReceiptHandle'));
}
