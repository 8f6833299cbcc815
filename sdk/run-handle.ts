import { durationToMs, type Duration } from '../runtime/protocol/duration.ts';
import type { DeadLetterReason } from '../runtime/protocol/envelope.ts';
import { HoplineError, WorkflowFailedError } from '../runtime/protocol/errors.ts';
import { requireKnownKeys } from '../runtime/protocol/option-keys.ts';
import { needsStore } from './needs-store.ts';
import type { RunObserver, RunOutcome } from './run-observer.ts';
import type { Signal } from './signal.ts';

/** Where a run stands, as a store knows it. */
export interface RunDescription {
  id: string;
  workflow: string;
  status:
    | 'running'
    | 'sleeping'
    | 'throttled'
    | 'retrying'
    | 'waiting'
    | 'paused'
    | 'completed'
    | 'failed'
    | 'cancelled'
    | 'terminated';
  state?: string;
  source?: { file: string; line: number };
  locals?: Record<string, unknown>;
  hop: number;
  attempt: number;
  startedAt: Date;
  dueAt?: Date;
  endedAt?: Date;
  error?: { name: string; message: string };
  attributes: Record<string, unknown>;
}

/** One run, by its id. Making a handle sends nothing and checks nothing. */
export interface RunHandle<R> {
  readonly id: string;
  /**
   * What the workflow returned. Rejects `WorkflowFailedError` (the workflow's own error is its `cause`) when the run failed,
   * and `RUN_PAUSED` naming the reason when it lies in the dead-letter queue. Asked twice, it answers alike.
   *
   * Needs a store (the test environment and `hopline run` observe the embedded queue instead), else rejects `NEEDS_STORE`.
   */
  result(options?: { timeout?: Duration }): Promise<R>;
  /** Needs a store, else rejects `NEEDS_STORE`. */
  describe(): Promise<RunDescription>;
  /** Needs a store, else rejects `NEEDS_STORE`. */
  signal<T>(signal: Signal<T>, value: T): Promise<void>;
  /** Needs a store, else rejects `NEEDS_STORE`. */
  cancel(reason?: string): Promise<void>;
  /** Needs a store, else rejects `NEEDS_STORE`. */
  terminate(reason?: string): Promise<void>;
}

/** A handle whose result the observer sees; without one nobody can. */
export function createRunHandle<R>(id: string, observer: RunObserver | undefined): RunHandle<R> {
  const refuse = async (what: string): Promise<never> => Promise.reject(needsStore(`${what} of run '${id}'`));
  return Object.freeze({
    id,
    result: async (options: { timeout?: Duration } = {}) => {
      requireKnownKeys(options, 'result()', ['timeout']);
      const { timeout } = options;
      const timeoutMs = timeout === undefined ? undefined : durationToMs(timeout, 'timeout');
      if (!observer) throw needsStore(`result() of run '${id}'`, resultMend);
      return settle<R>(id, await observer.outcome(id, timeoutMs === undefined ? {} : { timeoutMs }));
    },
    describe: () => refuse('describe()'),
    signal: (signal: Signal<never>) => refuse(`signal('${signal.name}')`),
    cancel: () => refuse('cancel()'),
    terminate: () => refuse('terminate()'),
  });
}

const resultMend =
  'This version of Hopline has no store: have an activity write the result where you can read it. ' +
  "In tests, TestEnvironment ('hopline/testing') sees the result, and `hopline run` prints it.";

function settle<R>(id: string, outcome: RunOutcome): R {
  if (outcome.status === 'completed') return outcome.value as R;
  const what = `Run '${id}' of ${outcome.workflow}`;
  if (outcome.status === 'paused') throw pausedError(what, outcome);
  throw new WorkflowFailedError(`${what} ${outcome.status}: ${messageOf(outcome.error)}`, {
    runId: id,
    status: outcome.status,
    cause: outcome.error,
  });
}

/** What a reason means, where no error says it. */
const reasons: Readonly<Partial<Record<string, string>>> = {
  unknown: ': no worker knows this workflow, or the state and version at which the message stands',
  'no-progress': ': it was received again and again without a verdict, so it may kill its worker',
} satisfies Partial<Record<DeadLetterReason, string>>;

function pausedError(what: string, outcome: RunOutcome & { status: 'paused' }): HoplineError {
  const why = outcome.error === undefined ? (reasons[outcome.reason] ?? '') : `: ${messageOf(outcome.error)}`;
  return new HoplineError(
    'RUN_PAUSED',
    `${what} is paused in the dead-letter queue, reason '${outcome.reason}'${why}. It ends only when it is redriven: mend the cause, deploy, and redrive the message.`,
    { cause: outcome.error },
  );
}

function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string')
    return error.message;
  return String(error);
}
