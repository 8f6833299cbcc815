/**
 * Runs a compiled program one delivery at a time, as the engine would, with nothing between two deliveries but text.
 *
 * Invariants
 * 1. `frames` and the arguments of the pending call are encoded apart, as in the envelope: frames share one graph, so
 *    aliases between locals of one frame and of several are kept; arguments are copies.
 * 2. A `call` and a `return` do not hop: values pass by reference, as between methods.
 * 3. Whatever contradicts the contract of `runtime/protocol/machine.ts` becomes a fault, also where trace and result
 *    agree. In particular a stretch that calls itself repeatable is run twice.
 */
import { machineFormat } from '../../../../runtime/protocol/machine.ts';
import type { ActivityTarget, Environment, Frame, Machine, Resume, StateInfo, Stop } from '../../../../runtime/protocol/machine.ts';
import { markOf } from '../../../../runtime/protocol/marks.ts';
import { registerReachedErrorClass } from '../../../../runtime/protocol/values/codec-registry.ts';
import { environmentOf, machineOfCall } from '../../../../runtime/engine/environments.ts';
import { reachableMachines } from '../../../../runtime/loop/reachable-machines.ts';
import * as machineSupport from '../../../../runtime/protocol/machine-support.ts';
import { copy, decodeText, encodeText } from '../codec.ts';
import { questionsAsked } from './bridge.ts';
import { describeValue } from './describe-value.ts';
import * as hopline from './machine-hopline.ts';
import { describeOutcome, outcomeOf, performActivity } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { loadProgram } from './program.ts';
import type { Program } from './program.ts';
import { waits } from './waits.ts';
import type { WaitName } from './waits.ts';

/** A frame's local that a mutant forgets. */
export interface DroppedSlot {
  readonly frame: number;
  readonly slot: string;
}

export type Delivery =
  | { readonly kind: 'start'; readonly run: number }
  | { readonly kind: 'resume'; readonly frames: string; readonly args: string; readonly drop?: DroppedSlot };

export interface FrameView {
  readonly machine: string;
  readonly state: string;
  readonly line: number;
  readonly slots: readonly string[];
}

export type DeliveryResult = { readonly faults: readonly string[] } & (
  | { readonly kind: 'stopped'; readonly frames: string; readonly args: string; readonly view: readonly FrameView[] }
  | { readonly kind: 'ended'; readonly outcome: string }
);

export async function deliver(delivery: Delivery): Promise<DeliveryResult> {
  const program = loadProgram('machine', {
    hopline,
    'hopline/machine': machineSupport,
  });
  return new MachineRun(program).deliver(delivery);
}

export interface WholeRun {
  readonly outcome: string;
  readonly stops: readonly (readonly FrameView[])[];
  readonly faults: readonly string[];
}

/** All deliveries of a run in this realm, still with nothing but text between them. */
export async function deliverAll({ run, deliveriesMax }: { run: number; deliveriesMax: number }): Promise<WholeRun> {
  const stops: (readonly FrameView[])[] = [];
  const faults: string[] = [];
  let delivery: Delivery = { kind: 'start', run };
  for (let count = 0; count < deliveriesMax; count += 1) {
    const result: DeliveryResult = await deliver(delivery);
    faults.push(...result.faults);
    if (result.kind === 'ended') return { outcome: result.outcome, stops, faults };
    stops.push(result.view);
    delivery = { kind: 'resume', frames: result.frames, args: result.args };
  }
  throw new Error(`HARNESS: ${deliveriesMax} deliveries and no end`);
}

class MachineRun {
  readonly #program: Program;
  readonly #self: object;
  readonly #machines: Readonly<Record<string, Machine>>;
  readonly #faults: string[] = [];
  #frames: Frame[] = [];

  constructor(program: Program) {
    this.#program = program;
    this.#self = program.create();
    this.#machines = machinesByName(this.#self);
    for (const machine of Object.values(this.#machines)) this.#faults.push(...contractFaults(machine));
  }

  async deliver(delivery: Delivery): Promise<DeliveryResult> {
    if (delivery.kind === 'start') return this.#advance(this.#begin(this.#program.runs[delivery.run]!));
    this.#frames = decodeText(delivery.frames) as Frame[];
    if (delivery.drop) this.#forget(delivery.drop);
    return this.#advance(asResume(await this.#perform(decodeText(delivery.args) as unknown[])));
  }

  #begin(run: { method: string; args: readonly unknown[] }): Resume {
    const machine = Object.values(this.#machines).find((candidate) => candidate.method === run.method);
    if (!machine) throw new Error(`HARNESS: the compiler wrote no machine for ${run.method}`);
    if (!machine.workflow) this.#faults.push(`${machine.name} is not marked as a workflow`);
    this.#push(machine.name, copy(run.args, 'arguments') as unknown[]);
    return { kind: 'start' };
  }

  #push(machine: string, args: readonly unknown[]): void {
    this.#frames.push({ machine, state: 'start', hash: '', locals: { args } });
  }

  #forget(drop: DroppedSlot): void {
    delete (this.#frames[drop.frame]!.locals as Record<string, unknown>)[drop.slot];
  }

  #perform(args: readonly unknown[]): Promise<Outcome> {
    const info = this.#infoOf(this.#frames.at(-1)!);
    if (info.operation !== 'activity')
      return outcomeOf(() => (waits[info.operation as WaitName] as (...given: unknown[]) => void)(...args), 'the wait');
    const target = info.activity!;
    const { self, given } = this.#environment();
    const owner = target.of(self, given) as Record<string, (...given: unknown[]) => unknown>;
    return performActivity(this.#nameOf(target, owner), args, (...taken) => owner[target.key]!(...taken));
  }

  #calleeOf(callee: string): string {
    return machineOfCall(this.#machines, this.#infoOf(this.#frames.at(-1)!), this.#environment(), callee);
  }

  /** As the oracle calls it: with its service, where that is one by type. */
  #nameOf({ name, key }: ActivityTarget, owner: object): string {
    const self = this.#self as Record<string, unknown>;
    const service = this.#program.services.find((each) => self[each] === owner);
    if (service !== undefined) return `${service}.${key}`;
    return markOf(owner, key) ? key : name;
  }

  /** Of the top frame. */
  #environment(): Environment {
    return environmentOf(this.#machines, this.#self, this.#frames);
  }

  async #advance(first: Resume): Promise<DeliveryResult> {
    let resume = first;
    for (;;) {
      const stop = await this.#run(resume);
      switch (stop.kind) {
        case 'suspend':
          this.#stand(stop);
          return this.#stopped(stop.args);
        case 'call':
          this.#stand(stop);
          this.#push(this.#calleeOf(stop.machine), stop.args);
          resume = { kind: 'start' };
          break;
        case 'return':
        case 'throw': {
          this.#frames.pop();
          const outcome: Outcome =
            stop.kind === 'return' ? { kind: 'value', value: stop.value } : { kind: 'error', error: stop.error };
          if (this.#frames.length === 0) return this.#ended(outcome);
          resume = asResume(outcome);
        }
      }
    }
  }

  /** Runs the top machine; twice where it says that this cannot be seen. */
  async #run(resume: Resume): Promise<Stop> {
    const frame = this.#frames.at(-1)!;
    const machine = this.#machines[frame.machine];
    if (!machine) throw new Error(`HARNESS: no machine is named ${frame.machine}`);
    const before = textOf({ frame, resume });
    const asked = questionsAsked();
    const { self, given } = this.#environment();
    const stop = await machine.run(self, frame, resume, given);
    const touched = questionsAsked() !== asked;
    if (stop.repeatable && touched)
      this.#faults.push(`${at(frame)}: a stretch that touched the world says that it is repeatable`);
    if (stop.repeatable && !touched && before !== undefined) await this.#runAgain(machine, before, stop);
    this.#checkPromise(machine, frame, touched);
    return stop;
  }

  async #runAgain(machine: Machine, before: string, stop: Stop): Promise<void> {
    const again = decodeText(before) as { frame: Frame; resume: Resume };
    const after = describeValue(stop);
    const { self, given } = this.#environment();
    const second = describeValue(await machine.run(self, again.frame, again.resume, given));
    if (after !== second)
      this.#faults.push(`${at(again.frame)}: repeated, a repeatable stretch came to ${second} instead of ${after}`);
  }

  /** Where every stretch from a state is promised to be repeatable, none may touch the world, the last one neither. */
  #checkPromise(machine: Machine, frame: Frame, touched: boolean): void {
    const promised =
      frame.state === 'start' ? machine.repeatableAfterStart : machine.states[frame.state]?.repeatableAfter;
    if (promised === true && touched)
      this.#faults.push(`${at(frame)}: promised to be repeatable, the next stretch touched the world`);
  }

  #stand(stop: Stop & { kind: 'suspend' | 'call' }): void {
    const { machine } = this.#frames.at(-1)!;
    const { states } = this.#machines[machine]!;
    if (!Object.hasOwn(states, stop.state)) throw new Error(`HARNESS: ${machine} has no state ${stop.state}`);
    const info = states[stop.state]!;
    if ((info.operation === 'call') !== (stop.kind === 'call'))
      this.#faults.push(`${machine} stopped to ${stop.kind} at ${stop.state}, which is a ${info.operation}`);
    this.#frames[this.#frames.length - 1] = { machine, state: stop.state, hash: info.hash, locals: stop.locals };
  }

  #infoOf(frame: Frame): StateInfo {
    return this.#machines[frame.machine]!.states[frame.state]!;
  }

  #stopped(args: readonly unknown[]): DeliveryResult {
    return {
      kind: 'stopped',
      frames: encodeText(this.#frames, 'the frames'),
      args: encodeText(args, 'the arguments'),
      view: this.#frames.map((frame) => this.#view(frame)),
      faults: this.#faults,
    };
  }

  #view(frame: Frame): FrameView {
    const { machine, state, locals } = frame;
    return { machine, state, line: this.#infoOf(frame).line, slots: Object.keys(locals) };
  }

  async #ended(outcome: Outcome): Promise<DeliveryResult> {
    const copied = await outcomeOf(() => {
      if (outcome.kind === 'error') throw outcome.error;
      return outcome.value;
    }, 'the result');
    return { kind: 'ended', outcome: describeOutcome(copied), faults: this.#faults };
  }
}

function asResume(outcome: Outcome): Resume {
  return outcome;
}

function at(frame: Frame): string {
  return `${frame.machine} at ${frame.state}`;
}

/** Undefined where a value cannot travel, which is legal between machines of one delivery. */
function textOf(value: unknown): string | undefined {
  try {
    return encodeText(value, 'a copy for comparison');
  } catch {
    return undefined;
  }
}

/** All machines of the object, as a worker knows them. */
function machinesByName(self: object): Readonly<Record<string, Machine>> {
  const { machines } = reachableMachines(Object.getPrototypeOf(self) as object, self);
  for (const machine of Object.values(machines))
    for (const [type, name] of machine.errors?.() ?? []) registerReachedErrorClass(type, name);
  return machines;
}

function contractFaults(machine: Machine): string[] {
  const faults: string[] = [];
  if (machine.format !== machineFormat) faults.push(`${machine.name} has format ${machine.format}`);
  if (!machine.hash) faults.push(`${machine.name} has no hash`);
  if (Object.getPrototypeOf(machine.states) !== null) faults.push(`the states of ${machine.name} inherit names`);
  for (const [state, info] of Object.entries(machine.states)) {
    if (!info.hash) faults.push(`${machine.name} at ${state} has no hash`);
    if (!(info.line >= 1)) faults.push(`${machine.name} at ${state} has no line`);
    if ((info.operation === 'activity') !== (info.activity !== undefined))
      faults.push(`${machine.name} at ${state}: ${info.operation} and its target disagree`);
  }
  return faults;
}
