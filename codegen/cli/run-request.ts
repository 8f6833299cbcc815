import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';

import { UsageError } from './context.ts';

/** Options of `hopline run`, as typed. */
export interface RunOptions {
  readonly args?: string;
  readonly each?: string;
  readonly id?: string;
  readonly speed?: string;
  readonly start?: string;
  readonly endpoint?: string;
  readonly queue?: string;
  readonly config?: string;
  readonly tsconfig?: string;
  readonly allHops?: boolean;
  readonly json?: boolean;
}

/** One run to be started. */
export interface PlannedRun {
  readonly id: string;
  readonly args: unknown[];
}

/** On which queue, and by which time. */
export type Place =
  | { readonly kind: 'embedded'; readonly speed: number | 'max'; readonly startMs?: number }
  /** `queue`: a name or a URL; absent: the configuration says it. */
  | { readonly kind: 'remote'; readonly endpoint?: string; readonly queue?: string };

export interface RunRequest {
  readonly runs: readonly PlannedRun[];
  readonly place: Place;
}

/** @throws UsageError naming the option */
export function readRequest(cwd: string, options: RunOptions): RunRequest {
  const place = readPlace(options);
  return { place, runs: readRuns(cwd, options, place) };
}

function readPlace({ endpoint, queue, speed, start }: RunOptions): Place {
  if (endpoint === undefined && queue === undefined) {
    const startMs = start === undefined ? undefined : readDate(start);
    return { kind: 'embedded', speed: readSpeed(speed), ...(startMs !== undefined && { startMs }) };
  }
  if (speed !== undefined && speed !== '1')
    throw new UsageError(`--speed ${speed} is for the embedded queue; a real queue's time cannot be made faster.`);
  if (start !== undefined)
    throw new UsageError(`--start is for the embedded queue; a real queue's time is what it is.`);
  if (endpoint !== undefined && !URL.canParse(endpoint))
    throw new UsageError(`--endpoint is '${endpoint}'; it must be a URL such as http://127.0.0.1:9324.`);
  return {
    kind: 'remote',
    ...(endpoint !== undefined && { endpoint }),
    ...(queue !== undefined && { queue }),
  };
}

function readSpeed(text: string | undefined): number | 'max' {
  if (text === undefined || text === 'max') return 'max';
  const speed = Number(text);
  if (text.trim() === '' || !Number.isFinite(speed) || speed <= 0)
    throw new UsageError(`--speed is '${text}'; it must be 'max' or a number above 0.`);
  return speed;
}

function readDate(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new UsageError(`--start is '${text}'; it must be a date such as 2026-03-23T08:00:00Z.`);
  return ms;
}

function readRuns(cwd: string, { args, each, id }: RunOptions, place: Place): PlannedRun[] {
  if (each === undefined) {
    const value = args === undefined ? [] : readJson(cwd, '--args', args);
    return [{ id: id ?? defaultId(place), args: argumentsFrom(value) }];
  }
  if (args !== undefined) throw new UsageError('--args and --each exclude each other.');
  const entries = readJson(cwd, '--each', each);
  if (typeof entries !== 'object' || entries === null || Object.keys(entries).length === 0)
    throw new UsageError(
      '--each must be a list with at least one entry, or an object whose keys are the ids of the runs.',
    );
  const name = nameOfEach(entries, id ?? defaultId(place));
  return Object.entries(entries).map(([key, value]) => ({ id: name(key), args: argumentsFrom(value) }));
}

/** Entries of a list are numbered from 1; those of an object have a name already. */
function nameOfEach(entries: object, id: string): (key: string) => string {
  if (Array.isArray(entries)) return (index) => `${id}-${Number(index) + 1}`;
  return (key) => key;
}

/** What a run is called that nobody named. */
export const embeddedRunId = 'run';

/** On a queue that outlives the command no two runs should have one id; on the embedded one it should be easy to read. */
function defaultId(place: Place): string {
  return place.kind === 'embedded' ? embeddedRunId : randomUUID();
}

function argumentsFrom(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

function readJson(cwd: string, option: string, text: string): unknown {
  const source = text.startsWith('@') ? readText(cwd, option, text.slice(1)) : text;
  try {
    return JSON.parse(source);
  } catch (error) {
    const where = text.startsWith('@') ? `${option} ${text}` : option;
    throw new UsageError(
      `${where} is not JSON: ${error instanceof Error ? error.message : String(error)}. Write ${option} '["Ada", 3]', or ${option} @file.json.`,
    );
  }
}

function readText(cwd: string, option: string, path: string): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${option} @${path} cannot be read (${code ?? String(error)}). The path counts from ${cwd}.`);
  }
}
