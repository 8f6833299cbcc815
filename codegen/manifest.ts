/**
 * What was compiled, for tools and for people: workflows, their states, and what each message carries.
 *
 * Invariants
 * 1. The manifest is a function of sources, tsconfig and lock: no dates, no absolute paths, a fixed order.
 * 2. Policies stand in it with every default filled in; what is no literal stands as its expression, never as a guess.
 */
import { activityDefaults, jitterOfDelaysDefault } from '../runtime/protocol/activity-defaults.ts';
import type { MachineIr, Suspension } from './ir/instruction.ts';
import { carriedBy } from './lock/pin-slots.ts';
import type { WrittenOptions } from './written-options.ts';

export const manifestFormat = 1;
export const manifestFileName = 'hopline.manifest.json';

export interface Manifest {
  readonly format: typeof manifestFormat;
  /** By name. */
  readonly workflows: readonly ManifestMachine[];
  /** Methods that suspend without being workflows, by name. */
  readonly helpers: readonly ManifestMachine[];
}

export interface ManifestMachine {
  /** The name in messages and for clients: `<Class>.<method>`, or the decorator's `name`. */
  readonly name: string;
  /** The name of the machine, which does not follow the decorator's. */
  readonly machine: string;
  readonly class: string;
  readonly method: string;
  /** Relative to the project. */
  readonly file: string;
  readonly line: number;
  readonly hash: string;
  /** The workflow decorator's options, as written. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly states: Readonly<Record<string, ManifestState>>;
}

export interface ManifestState {
  readonly operation: Suspension['operation'];
  readonly label: string;
  readonly line: number;
  readonly hash: string;
  /** Hashes of older builds whose messages may resume here. */
  readonly accepts?: readonly string[];
  /** Live locals by their key in the message, with their types; '' for temporaries of the compiler. */
  readonly locals: Readonly<Record<string, string>>;
  /** What leads here may run again without being seen (G10). */
  readonly repeatable: boolean;
  readonly activity?: { readonly name: string; readonly policy: Readonly<Record<string, unknown>> };
  /** The machine that a call of a helper enters. */
  readonly callee?: string;
}

export interface ManifestInput {
  readonly options: WrittenOptions;
  readonly accepts: (machine: MachineIr, state: string) => readonly string[];
}

export function describeForManifest(machine: MachineIr, input: ManifestInput): ManifestMachine {
  const options = machine.workflow ? input.options.ofWorkflow(machine) : {};
  return {
    name: typeof options['name'] === 'string' ? options['name'] : machine.name,
    machine: machine.name,
    class: machine.className,
    method: machine.method,
    file: machine.file,
    line: machine.line,
    hash: machine.hash,
    ...(machine.workflow ? { options } : {}),
    states: Object.fromEntries(
      machine.suspensions.map((suspension) => [suspension.state, describeState(machine, suspension, input)]),
    ),
  };
}

function describeState(machine: MachineIr, suspension: Suspension, input: ManifestInput): ManifestState {
  const accepts = input.accepts(machine, suspension.state);
  return {
    operation: suspension.operation,
    label: suspension.label,
    line: suspension.line,
    hash: suspension.hash,
    ...(accepts.length > 0 ? { accepts } : {}),
    locals: Object.fromEntries(carriedBy(suspension).map((slot) => [slot.key, slot.type])),
    repeatable: suspension.repeatable,
    ...(suspension.operation === 'activity' ? { activity: describeActivity(suspension, input.options) } : {}),
    ...(suspension.callee === undefined ? {} : { callee: suspension.callee }),
  };
}

function describeActivity(suspension: Suspension, options: WrittenOptions): ManifestState['activity'] {
  const { name, ...written } = options.ofActivity(suspension);
  return { name: typeof name === 'string' ? name : suspension.label, policy: withDefaults(written) };
}

function withDefaults(written: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if ('expression' in written) return written;
  const retry = written['retry'] ?? {};
  const isReadable = typeof retry === 'object' && retry !== null && !('expression' in retry);
  return { timeout: activityDefaults.timeout, ...written, retry: isReadable ? retryWithDefaults(retry) : retry };
}

/** Explicit waits take the place of the curve and set the number of attempts: the first, and one after each wait. */
function retryWithDefaults(retry: { readonly delays?: unknown }): Record<string, unknown> {
  const { delays } = retry;
  if (delays === undefined) return { ...activityDefaults.retry, ...retry };
  return { ...(Array.isArray(delays) ? { attempts: delays.length + 1 } : {}), jitter: jitterOfDelaysDefault, ...retry };
}

export function createManifest(
  machines: readonly { readonly entry: ManifestMachine; readonly workflow: boolean }[],
): Manifest {
  const entries = (workflow: boolean) =>
    machines
      .filter((machine) => machine.workflow === workflow)
      .map(({ entry }) => entry)
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.file < b.file ? -1 : 1));
  return { format: manifestFormat, workflows: entries(true), helpers: entries(false) };
}
