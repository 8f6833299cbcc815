import { inspect } from 'node:util';

import type { Logger } from '../../runtime/ports/logger.ts';
import { sqsLimits } from '../../runtime/protocol/sqs-limits.ts';
import { printable } from '../diagnostics/printable.ts';
import type { CliContext } from './context.ts';

/** Sends what the user's code prints to standard error, where it does not come between JSON lines. Returns the way back. */
export function redirectConsole(): () => void {
  const { log, info, debug } = console;
  const error = console.error.bind(console);
  Object.assign(console, { log: error, info: error, debug: error });
  return () => Object.assign(console, { log, info, debug });
}

/** Lines of a worker's log of which the timeline says as much. */
const toldAnyway = new Set(['Run ended without a result', 'Run dead-lettered']);

/** A dead-letter queue that keeps its messages no longer than its source does, where SQS keeps none for longer: nothing to do here. */
function isLongestRetention(facts: { MessageRetentionPeriod?: unknown }): boolean {
  return facts.MessageRetentionPeriod === sqsLimits.retentionSecondsMax;
}

/** What a worker and activities have to say, on standard error. */
export function createConsoleLogger({ err }: CliContext): Logger {
  const say = (label: string) => (facts: object, text?: string) => {
    if ((text !== undefined && toldAnyway.has(text)) || isLongestRetention(facts)) return;
    const details = Object.entries(facts).map(([key, value]) => `${key}=${shortForm(value)}`);
    err.write(`${label} ${printable([text ?? '', ...details].join(' ').trim())}\n`);
  };
  const ink = err.colours;
  return { debug() {}, info: say(ink.dim('info:')), warn: say(ink.yellow('warning:')), error: say(ink.red('error:')) };
}

function shortForm(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { breakLength: Infinity, compact: true });
}
