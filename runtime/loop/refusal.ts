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
}

const receiptCodes = ['ReceiptHandleIsInvalid', 'MessageNotInflight'];
const finalCodes = [
  'InvalidMessageContents',
  'InvalidParameterValue',
  'MessageTooLong',
  'BatchRequestTooLong',
  'UnsupportedOperation',
];

export function refusalOf(reply: Extract<BatchReply, { ok: false }>): Refusal {
  if (!('error' in reply)) return { kind: kindOf(reply.code, reply.message), code: reply.code, message: reply.message };
  const { name, message } = reply.error as { name?: unknown; message?: unknown };
  const code = typeof name === 'string' ? name : 'Error';
  const text = typeof message === 'string' ? message : String(reply.error);
  return { kind: kindOf(code, text), code, message: text };
}

/** AWS writes one error as `X`, `XException`, `AWS.SimpleQueueService.X` and `com.amazonaws.sqs#X`. */
function kindOf(code: string, message: string): Refusal['kind'] {
  const name = code.replace(/^.*[.#]/, '').replace(/(Exception|Error)$/, '');
  if (receiptCodes.includes(name)) return 'receipt';
  if (name === 'InvalidParameterValue' && message.includes('ReceiptHandle')) return 'receipt';
  return finalCodes.includes(name) ? 'final' : 'temporary';
}
