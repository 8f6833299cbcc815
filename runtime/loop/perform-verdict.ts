/**
 * What a verdict does to the message, in the order that loses nothing: send, await the acknowledgement, remember, delete.
 */
import type { Verdict } from '../engine/decision.ts';
import { summaryOf } from '../engine/next-envelope.ts';
import { stateTooLarge } from '../protocol/body-fits.ts';
import type { Envelope } from '../protocol/envelope.ts';
import type { HoplineError } from '../protocol/errors.ts';
import { decodeFrames } from '../protocol/frames.ts';
import type { RunInHand } from './drive-run.ts';
import type { HeldMessage } from './held-message.ts';
import { runMessage, type SizedMessage } from './outgoing.ts';
import { buryRun } from './rewrite-message.ts';
import type { WorkerContext } from './worker-context.ts';

export function performVerdict(worker: WorkerContext, run: RunInHand, verdict: Verdict): Promise<void> {
  switch (verdict.kind) {
    case 'send':
      return sendOn(worker, run, verdict);
    case 'bounce':
      return bounce(worker, run, verdict);
    case 'complete':
      return end(worker, run, { status: 'completed', value: verdict.value });
    case 'fail':
      return fail(worker, run, verdict.status, verdict.error, verdict.state);
    case 'pause':
      return pause(worker, run, verdict);
  }
}

async function sendOn(
  worker: WorkerContext,
  run: RunInHand,
  verdict: Extract<Verdict, { kind: 'send' }>,
): Promise<void> {
  const { envelope, held } = run;
  const { state, delaySeconds } = verdict;
  const next = runMessage(verdict.envelope, delaySeconds, held.lane.destination);
  const tooLarge = largerThan(held.lane.facts.bodyBytesMax, next, verdict.envelope, state);
  if (tooLarge) return fail(worker, run, 'failed', tooLarge, state);
  for (const request of verdict.pause?.requests ?? []) worker.limiter.pause(request, verdict.pause!.forMs);
  if (!(await held.lane.writer.send(next.message, next.bytes, held))) return;
  worker.finished.record(envelope.incarnation, envelope.hop);
  emitSent(worker, held, envelope, verdict, next);
  await held.delete();
}

function emitSent(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
  { cause, state, delaySeconds, error, envelope: sent }: Extract<Verdict, { kind: 'send' }>,
  next: SizedMessage,
): void {
  if (!worker.events.isObserved) return;
  worker.events.emit(cause === 'retry' ? 'retry' : 'hop', held.nowMs(), envelope, {
    state,
    delaySeconds,
    bodyBytes: next.bytes,
    ...(sent.wait && { wait: sent.wait }),
    ...(cause === 'in-line' && { inLine: true }),
    ...(sent.call && { attempt: sent.call.attempt }),
    ...(error !== undefined && { error: summaryOf(error) }),
  });
}

/** The error that names whose body it is, or undefined. Nobody decodes what fits. */
function largerThan(
  bytesMax: number,
  { bytes }: SizedMessage,
  { workflow, frames }: Envelope,
  state: string,
): HoplineError | undefined {
  if (bytes <= bytesMax) return undefined;
  const locals: Record<string, unknown> = {};
  for (const frame of decodeFrames(frames)) {
    Object.assign(locals, frame.locals);
    // What 1,000 branches came to is no variable yet; it is known by its group.
    if (frame.branches) locals[`the list of ${frame.branches.length} branches at '${frame.state}'`] = frame.branches;
  }
  return stateTooLarge(bytes, bytesMax, { workflow, state, locals });
}

async function bounce(
  worker: WorkerContext,
  { envelope, held }: RunInHand,
  { state, visibilitySeconds }: Extract<Verdict, { kind: 'bounce' }>,
): Promise<void> {
  worker.events.emit('bounce', held.nowMs(), envelope, { state, delaySeconds: visibilitySeconds });
  await held.hide(visibilitySeconds);
}

type RunEnd =
  | { readonly status: 'completed'; readonly value: unknown }
  | { readonly status: 'failed' | 'cancelled'; readonly cause: unknown; readonly state: string };

function fail(
  worker: WorkerContext,
  run: RunInHand,
  status: 'failed' | 'cancelled',
  cause: unknown,
  state: string,
): Promise<void> {
  const { run: runId, workflow } = run.envelope;
  worker.logger.warn({ runId, workflow, state, status, error: summaryOf(cause) }, 'Run ended without a result');
  return end(worker, run, { status, cause, state });
}

/** There is nowhere to keep a result without a store, so it is told before the message goes: told twice is better than never. */
async function end(worker: WorkerContext, { envelope, held }: RunInHand, ended: RunEnd): Promise<void> {
  const { status } = ended;
  const detail =
    status === 'completed'
      ? { status, value: ended.value }
      : { status, state: ended.state, error: summaryOf(ended.cause), cause: ended.cause };
  worker.finished.record(envelope.incarnation, envelope.hop);
  worker.events.emit('result', held.nowMs(), envelope, detail);
  await held.delete();
}

/** The run waits in the dead-letter queue, where a redrive takes it up again. */
async function pause(
  worker: WorkerContext,
  { held, envelope }: RunInHand,
  { reason, state, envelope: marked, error, firstFailedAtMs }: Extract<Verdict, { kind: 'pause' }>,
): Promise<void> {
  const { name, message } = summaryOf(error);
  const death = { reason, detail: `${name}: ${message}`, state, error, firstFailedAtMs };
  if (await buryRun(worker, held, marked, death)) worker.finished.record(envelope.incarnation, envelope.hop);
}
