import type { Account } from './account.ts';
import { readInput, type Face, type Reader } from './input-reader.ts';

/** What an action gets besides its input. */
export interface ActionCall {
  readonly account: Account;
  readonly signal: AbortSignal | undefined;
  /** Where the caller reaches this service: the beginning of queue URLs, without a slash at the end. */
  readonly baseUrl: string;
}

/** One action of SQS's API. Its output is what the SDK returns, without `$metadata`. It throws `SqsError`. */
export interface Action {
  /** True for the actions that move messages: only these meet faults. */
  readonly movesMessages: boolean;
  perform(input: unknown, face: Face, call: ActionCall): object | Promise<object>;
}

export function defineAction<I>(
  read: Reader<I>,
  run: (input: I, call: ActionCall) => object | Promise<object>,
  { movesMessages = false }: { movesMessages?: boolean } = {},
): Action {
  return { movesMessages, perform: (input, face, call) => run(readInput(read, input, face), call) };
}
