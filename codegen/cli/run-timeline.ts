/**
 * What happened to runs, for people: one line an event.
 *
 * ```text
 *  14d 01:00:00.000  ada  activity  bank.charge failed: Error: the bank does not answer
 * ```
 *
 * Invariants
 * 1. Text of the user's (ids, errors, values) never reaches the terminal with its control characters.
 * 2. Lines are in the order of events, also among what the user's code prints. Hops of one long sleep are counted, and told
 *    in one line with the last of them.
 */
import { inspect } from 'node:util';

import type { RunEvent } from '../../runtime/protocol/run-event.ts';
import { sqsLimits } from '../../runtime/protocol/sqs-limits.ts';
import type { RunOutcome } from '../../sdk/run-observer.ts';
import type { Colours } from '../diagnostics/colours.ts';
import { printable } from '../diagnostics/printable.ts';
import type { CliContext } from './context.ts';
import { plural } from './plural.ts';
import type { RunReport, RunsEnd } from './run-report.ts';
import { embeddedRunId } from './run-request.ts';
import { elapsed, moment, span } from './run-times.ts';

export interface TimelineOptions {
  readonly workflow: string;
  readonly file: string;
  readonly ids: readonly string[];
  readonly allHops: boolean;
  readonly localsOf: (runId: string) => readonly string[] | undefined;
}

/** Sleeps of no more hops than this are told hop by hop. */
const toldHopsMax = 8;
const idWidthMax = 28;

/** Hops of a sleep that is under way. */
interface Sleep {
  readonly isTold: boolean;
  untold: number;
}

type Wait = { readonly durationMs?: number; readonly dueAtMs?: number };

export function createTimeline(context: CliContext, options: TimelineOptions): RunReport {
  return new Timeline(context, options);
}

class Timeline implements RunReport {
  readonly #context: CliContext;
  readonly #options: TimelineOptions;
  readonly #colours: Colours;
  readonly #idWidth: number;
  readonly #sleeps = new Map<string, Sleep>();
  #messages = 0;
  #beganAtMs: number | undefined;

  constructor(context: CliContext, options: TimelineOptions) {
    this.#context = context;
    this.#options = options;
    this.#colours = context.out.colours;
    this.#idWidth = Math.min(idWidthMax, Math.max(...options.ids.map((id) => printable(id).length)));
  }

  begin(place: string): void {
    const { workflow, file, ids } = this.#options;
    const ink = this.#colours;
    const what = ids.length > 1 ? `${ids.length} runs` : ids[0] === embeddedRunId ? 'a run' : `run ${ids[0]}`;
    this.#write(`${ink.bold(printable(workflow))} of ${printable(file)}: ${printable(what)} on ${printable(place)}.`);
    this.#write(
      ink.dim('Each line is one thing that happened. A hop is a message; what it carries is all there is of a run.\n'),
    );
  }

  event(event: RunEvent): void {
    this.#beganAtMs ??= event.at;
    if (['hop', 'retry', 'renew', 'hand-back'].includes(event.kind)) this.#messages++;
    if (event['passOn'] === true) return this.#passOn(event);
    this.#wake(event);
    this.#line(event, this.#describe(event));
  }

  end({ outcomes, isInterrupted, elapsedMs, tookMs }: RunsEnd): void {
    const ink = this.#colours;
    this.#write('');
    for (const [id, outcome] of outcomes) this.#write(`${ink.bold(this.#id(id))}  ${this.#ending(outcome)}`);
    if (isInterrupted) this.#write('\nStopped by you before the end.');
    this.#write(`\n${this.#sent()}; ${span(elapsedMs)} on the queue's clock, ${span(tookMs)} on yours.`);
  }

  #sent(): string {
    const more = this.#messages;
    const first = this.#options.ids.length === 1 ? 'the first' : 'the first ones';
    return more === 0 ? `No message but ${first}` : `${plural(more, 'message')} after ${first}`;
  }

  #describe(event: RunEvent): string {
    const ink = this.#colours;
    switch (event.kind) {
      case 'start':
        return `${event.workflow} begins`;
      case 'activity':
        return event.error
          ? `${activityOf(event)} ${ink.red(`failed${took(event)}: ${describeError(event.error)}`)}`
          : `${activityOf(event)} done${took(event)}`;
      case 'hop':
        return this.#hop(event);
      case 'retry':
        this.#fallAsleep(event);
        return ink.yellow(`${event.state} again in ${this.#wait(event)}`) + ink.dim(this.#carried(event));
      case 'bounce':
        return ink.dim(`waits its turn${at(event)}: the message is hidden for ${event.delaySeconds} s`);
      case 'renew':
        return ink.dim(`a fresh copy of the message takes the place of the old one`);
      case 'hand-back':
        return ink.yellow(`handed back for ${event.delaySeconds} s: ${String(event['reason'])}`);
      case 'dead-letter':
        return ink.red(`paused${at(event)}, ${inDeadLetters(String(event['reason']))}`) + errorOf(event);
      case 'result':
        return event['status'] === 'completed'
          ? this.#completed(event['value'])
          : ink.red(String(event['status'])) + errorOf(event);
    }
  }

  #hop(event: RunEvent): string {
    const ink = this.#colours;
    const carried = ink.dim(this.#carried(event));
    const wait = event['wait'] as Wait | undefined;
    this.#fallAsleep(event);
    if (event['inLine'] === true) return `in line for ${event.state}, ${this.#wait(event)}${carried}`;
    if (!wait) return `on to ${event.state}${carried}`;
    return `asleep at ${event.state} until ${moment(dueAt(wait, event))}, ${this.#wait(event)}${carried}`;
  }

  /** A wait longer than one message may be delayed is a chain of them. */
  #fallAsleep(event: RunEvent): void {
    const wait = event['wait'] as Wait | undefined;
    if (!wait) return;
    const hops = Math.ceil((dueAt(wait, event) - event.at) / (sqsLimits.delaySecondsMax * 1_000));
    this.#sleeps.set(event.runId, { isTold: this.#options.allHops || hops <= toldHopsMax, untold: 0 });
  }

  #wait(event: RunEvent): string {
    const wait = event['wait'] as Wait | undefined;
    const ms = wait ? dueAt(wait, event) - event.at : (event.delaySeconds ?? 0) * 1_000;
    const isChained = ms > sqsLimits.delaySecondsMax * 1_000;
    return isChained ? `${span(ms)} by hops of up to ${sqsLimits.delaySecondsMax} s` : span(ms);
  }

  #passOn(event: RunEvent): void {
    const ink = this.#colours;
    const sleep = this.#sleeps.get(event.runId);
    const asleep = `asleep for ${event.delaySeconds} s more · ${bytes(event.bodyBytes)}`;
    if (!sleep || sleep.isTold) return this.#line(event, ink.dim(asleep));
    sleep.untold++;
    if (!isLastLeg(event)) return;
    this.#line(event, ink.dim(`${plural(sleep.untold, 'hop')} later, ${asleep}`));
    sleep.untold = 0;
  }

  #wake(event: RunEvent): void {
    const sleep = this.#sleeps.get(event.runId);
    this.#sleeps.delete(event.runId);
    if (!sleep || sleep.untold === 0) return;
    this.#line(event, this.#colours.dim(`${plural(sleep.untold, 'hop')} later, awake`), 'hop');
  }

  #carried({ runId, bodyBytes }: RunEvent): string {
    const names = this.#options.localsOf(runId);
    const what =
      names === undefined ? '' : names.length === 0 ? 'carries no locals, ' : `carries ${names.join(', ')}, `;
    return ` · ${what}${bytes(bodyBytes)}`;
  }

  #completed(value: unknown): string {
    const what = value === undefined ? '' : ` ${shown(value)}`;
    return `${this.#colours.green('completed')}${what}`;
  }

  #ending(outcome: RunOutcome | undefined): string {
    const ink = this.#colours;
    switch (outcome?.status) {
      case undefined:
        return ink.yellow('not ended');
      case 'completed':
        return this.#completed(outcome.value);
      case 'paused': {
        const error = outcome.error === undefined ? '' : `: ${printable(messageOf(outcome.error))}`;
        return ink.red(`paused, ${inDeadLetters(outcome.reason)}${error}`);
      }
      default:
        return ink.red(`${outcome!.status}: ${printable(messageOf(outcome!.error))}`);
    }
  }

  #line(event: RunEvent, text: string, kind: string = event.kind): void {
    const ink = this.#colours;
    const id = this.#options.ids.length === 1 ? '' : `  ${ink.bold(this.#id(event.runId))}`;
    const time = ink.dim(elapsed(Math.max(0, event.at - this.#beganAtMs!)));
    this.#write(`${time}${id}  ${this.#kind(kind)} ${text}`);
  }

  #kind(kind: string): string {
    const ink = this.#colours;
    const text = kind.padEnd(11);
    switch (kind) {
      case 'activity':
        return ink.blue(text);
      case 'result':
        return ink.green(text);
      case 'retry':
      case 'hand-back':
        return ink.yellow(text);
      case 'dead-letter':
        return ink.red(text);
      default:
        return ink.dim(text);
    }
  }

  #id(id: string): string {
    const text = printable(id);
    return (text.length > this.#idWidth ? `${text.slice(0, this.#idWidth - 1)}…` : text).padEnd(this.#idWidth);
  }

  #write(text: string): void {
    this.#context.out.write(`${text}\n`);
  }
}

function activityOf(event: RunEvent): string {
  const name = (event['activity'] as string | undefined) ?? event.state ?? '';
  return (event.attempt ?? 1) > 1 ? `${name}, attempt ${event.attempt},` : name;
}

function took({ durationMs = 0 }: RunEvent): string {
  return durationMs < 1 ? '' : ` after ${span(durationMs)}`;
}

function dueAt({ durationMs, dueAtMs }: Wait, event: RunEvent): number {
  return dueAtMs ?? event.at + (durationMs ?? 0);
}

/** Whether the wait is over when this leg of it is. */
function isLastLeg(event: RunEvent): boolean {
  const wait = event['wait'] as Wait | undefined;
  return !wait || event.at + (event.delaySeconds ?? 0) * 1_000 >= dueAt(wait, event);
}

function at({ state }: RunEvent): string {
  return state === undefined ? '' : ` at ${state}`;
}

/** That a paused run is paused need not be said twice. */
function inDeadLetters(reason: string): string {
  return reason === 'paused' ? 'in the dead-letter queue' : `in the dead-letter queue (${reason})`;
}

function bytes(count: number | undefined): string {
  return `${(count ?? 0).toLocaleString('en')} bytes`;
}

function errorOf({ error }: RunEvent): string {
  return error ? `: ${describeError(error)}` : '';
}

function describeError({ name, message }: { name: string; message: string }): string {
  return oneLine(printable(name === 'Error' ? message : `${name}: ${message}`));
}

function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'name' in error && 'message' in error)
    return describeError({ name: String(error.name), message: String(error.message) });
  return shown(error);
}

function shown(value: unknown): string {
  return value === undefined ? '' : printable(inspect(value, { depth: 8, breakLength: Infinity, compact: true }));
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
