/**
 * Compiled ≡ written, for one program: the source as plain async code on one side, the machine on the other, between
 * them nothing but two traces and two results to compare.
 */
import type { Script } from 'node:vm';
import { EffectsLog } from './effects-log.ts';
import { loadSupport, Realm, RealmCrash } from './realm.ts';
import type { Delivery, DeliveryResult, DroppedSlot, FrameView } from './realm/run-machine.ts';

/** What can be seen of one run. */
export interface Observation {
  readonly trace: readonly string[];
  /** How it ended; a crash where it did not. */
  readonly outcome: string;
}

/** A machine's run also shows where it stood and what it carried. */
export interface MachineObservation extends Observation {
  readonly stops: readonly (readonly FrameView[])[];
  readonly faults: readonly string[];
}

export interface Difference {
  readonly run: number;
  readonly method: string;
  readonly what: string;
  readonly plain: Observation;
  readonly machine: MachineObservation;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  readonly machines: readonly MachineObservation[];
}

export interface MachineRunOptions {
  /** A new set of globals for each delivery; `false` is for speed. Text is all that passes in both. Default true. */
  readonly freshRealms?: boolean;
  /** Forgets one slot of one frame as it is decoded for delivery `at` (0 is the start). */
  readonly drop?: DroppedSlot & { readonly at: number };
  /** The trace that is expected: a run that goes on much longer than it is ended. */
  readonly like?: Observation;
}

/** More deliveries than this are a machine that goes round in circles. */
const deliveriesMaxUnguided = 2_000;

/** One program, ready to be run on both sides. */
export class Pair {
  readonly #support: Script;
  readonly #plain: Script;
  readonly #compiled: Script;
  readonly methods: readonly string[];

  private constructor(support: Script, plain: Script, compiled: Script) {
    this.#support = support;
    this.#plain = plain;
    this.#compiled = compiled;
    this.methods = new Realm(support, plain).call('list', null, new EffectsLog()) as string[];
  }

  static async of(plain: Script, compiled: Script): Promise<Pair> {
    return new Pair(await loadSupport(), plain, compiled);
  }

  runPlain(run: number): Observation {
    const effects = new EffectsLog();
    try {
      const outcome = new Realm(this.#support, this.#plain).call('plain', run, effects) as string;
      return { trace: effects.trace, outcome };
    } catch (error) {
      return { trace: effects.trace, outcome: crash(error) };
    }
  }

  runMachine(run: number, { freshRealms = true, drop, like }: MachineRunOptions = {}): MachineObservation {
    const effects = new EffectsLog(like && like.trace.length + 20);
    const deliveriesMax = like ? like.trace.length + 20 : deliveriesMaxUnguided;
    const stops: (readonly FrameView[])[] = [];
    const faults: string[] = [];
    let delivery: Delivery = { kind: 'start', run };
    try {
      let realm = new Realm(this.#support, this.#compiled);
      for (let count = 0; count < deliveriesMax; count += 1) {
        const result = realm.call('deliver', delivery, effects) as DeliveryResult;
        faults.push(...result.faults);
        if (result.kind === 'ended') return { trace: effects.trace, outcome: result.outcome, stops, faults };
        stops.push(result.view);
        delivery = { kind: 'resume', position: result.position };
        if (drop?.at === count + 1) delivery = { ...delivery, drop: { frame: drop.frame, slot: drop.slot } };
        if (freshRealms) realm = new Realm(this.#support, this.#compiled);
      }
      throw new RealmCrash(`${deliveriesMax} deliveries and no end`);
    } catch (error) {
      return { trace: effects.trace, outcome: crash(error), stops, faults };
    }
  }

  /** One run in one realm: much faster, and blind to what hides in memory. */
  runMachineInOneRealm(run: number, like?: Observation): MachineObservation {
    const effects = new EffectsLog(like && like.trace.length + 20);
    const deliveriesMax = like ? like.trace.length + 20 : deliveriesMaxUnguided;
    try {
      const realm = new Realm(this.#support, this.#compiled);
      const whole = realm.call('deliverAll', { run, deliveriesMax }, effects) as Omit<MachineObservation, 'trace'>;
      return { ...whole, trace: effects.trace };
    } catch (error) {
      return { trace: effects.trace, outcome: crash(error), stops: [], faults: [] };
    }
  }

  /** Every run of the program on both sides. */
  compare(runMachine: (run: number, plain: Observation) => MachineObservation): Comparison {
    const differences: Difference[] = [];
    const machines = this.methods.map((method, run) => {
      const plain = this.runPlain(run);
      const machine = runMachine(run, plain);
      const what = whatDiffers(plain, machine);
      if (what !== undefined) differences.push({ run, method, what, plain, machine });
      return machine;
    });
    return { differences, machines };
  }

  /** Every run of the program, compared in fresh realms. Empty = equal. */
  differences(options: MachineRunOptions = {}): readonly Difference[] {
    return this.compare((run, plain) => this.runMachine(run, { ...options, like: plain })).differences;
  }
}

/** Which of several branches is first is for time to say, and no time passes here: then only what was done is compared. */
export function whatDiffers(plain: Observation, machine: MachineObservation): string | undefined {
  if (/^crash|HARNESS|UNSERIALISABLE/.test(plain.outcome)) return `the source itself failed: ${plain.outcome}`;
  const policies = machine.stops.flatMap((frames) => frames.flatMap(({ policy }) => policy ?? []));
  const compiledTrace = policies.length > 0 ? [...machine.trace].sort() : machine.trace;
  // Losers of a race go on in plain code.
  const isRace = policies.some((policy) => policy === 'race' || policy === 'any');
  const writtenTrace =
    policies.length > 0 ? (isRace ? commonTo(plain.trace, compiledTrace) : [...plain.trace].sort()) : plain.trace;
  const length = Math.max(writtenTrace.length, compiledTrace.length);
  for (let index = 0; index < length; index += 1) {
    const written = writtenTrace[index] ?? '<nothing more>';
    const compiled = compiledTrace[index] ?? '<nothing more>';
    if (written !== compiled) return `trace entry ${index}: written ${written} · compiled ${compiled}`;
  }
  if (plain.outcome !== machine.outcome) return `outcome: written ${plain.outcome} · compiled ${machine.outcome}`;
  if (machine.faults.length > 0) return `contract: ${machine.faults.join('; ')}`;
  return undefined;
}

/** What both did, each thing as often as both. */
function commonTo(written: readonly string[], compiled: readonly string[]): string[] {
  const left = [...compiled];
  return written
    .filter((entry) => {
      const at = left.indexOf(entry);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    })
    .sort();
}

/** Both sides in full, as a reader of a failing test wants them. */
export function reportOf(difference: Difference): string {
  const { run, method, what, plain, machine } = difference;
  const stops = machine.stops.map((frames) =>
    frames.map((frame) => `${frame.state}{${frame.slots.join(', ')}}`).join(' > '),
  );
  return [
    `run ${run} (${method}): ${what}`,
    '--- written',
    ...plain.trace,
    plain.outcome,
    '--- compiled',
    ...machine.trace,
    machine.outcome,
    '--- stops of the machine',
    ...stops,
  ].join('\n');
}

function crash(error: unknown): string {
  if (!(error instanceof RealmCrash)) throw error;
  return `crash: ${error.message}`;
}
