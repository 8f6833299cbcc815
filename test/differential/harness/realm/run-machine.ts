/**
 * Runs a compiled program one delivery at a time, as the engine would, with nothing between two deliveries but text.
 *
 * Invariants
 * 1. Frames, those of branches too, share one graph, so aliases between locals of one frame and of several are kept;
 *    arguments of pending calls are encoded apart: copies.
 * 2. A `call` and a `return` do not hop: values pass by reference, as between methods.
 * 3. Whatever contradicts the contract of `runtime/protocol/machine.ts` becomes a fault, also where trace and result
 *    agree. In particular a stretch that calls itself repeatable is run twice.
 */
import { isBranchSeed, type BranchSeed } from '../../../../runtime/protocol/branch-seed.ts';
import { machineFormat } from '../../../../runtime/protocol/machine.ts';
import type {
  ActivityTarget,
  Environment,
  Frame,
  GroupPolicy,
  Machine,
  Resume,
  StateInfo,
  Stop,
} from '../../../../runtime/protocol/machine.ts';
import { environmentOf, machineOfCall } from '../../../../runtime/engine/environments.ts';
import { reachableMachines } from '../../../../runtime/loop/reachable-machines.ts';
import { markOf } from '../../../../runtime/protocol/marks.ts';
import { registerReachedErrorClass } from '../../../../runtime/protocol/values/codec-registry.ts';
import * as machineSupport from '../../../../runtime/protocol/machine-support.ts';
import { copy, decodeText, encodeText } from '../codec.ts';
import { questionsAsked } from './bridge.ts';
import { describeValue } from './describe-value.ts';
import * as hopline from './machine-hopline.ts';
import { describeOutcome, outcomeOf, performActivity } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { decide, endOfBranch, givenOutcome, nextBranch, startFrame, type Group, type Position } from './position.ts';
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
  | { readonly kind: 'resume'; readonly position: string; readonly drop?: DroppedSlot };

export interface FrameView {
  readonly machine: string;
  readonly state: string;
  readonly line: number;
  readonly slots: readonly string[];
  /** Of a group. */
  readonly policy?: GroupPolicy;
}

export type DeliveryResult = { readonly faults: readonly string[] } & (
  | { readonly kind: 'stopped'; readonly position: string; readonly view: readonly FrameView[] }
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
    delivery = { kind: 'resume', position: result.position };
  }
  throw new Error(`HARNESS: ${deliveriesMax} deliveries and no end`);
}

class MachineRun {
  readonly #program: Program;
  readonly #self: object;
  readonly #machines: Readonly<Record<string, Machine>>;
  readonly #faults: string[] = [];
  #root: Position = { frames: [], steps: 0 };

  constructor(program: Program) {
    this.#program = program;
    this.#self = program.create();
    this.#machines = machinesByName(this.#self);
    for (const machine of Object.values(this.#machines)) this.#faults.push(...contractFaults(machine));
  }

  async deliver(delivery: Delivery): Promise<DeliveryResult> {
    if (delivery.kind === 'start') {
      const first = this.#begin(this.#program.runs[delivery.run]!);
      return this.#answer(await this.#advance(this.#root, [], first));
    }
    this.#root = decodeText(delivery.position) as Position;
    if (delivery.drop) this.#forget(delivery.drop);
    return this.#answer(await this.#step(this.#root, []));
  }

  #answer(outcome: Outcome | undefined): DeliveryResult | Promise<DeliveryResult> {
    return outcome ? this.#ended(outcome) : this.#stopped();
  }

  #begin(run: { method: string; args: readonly unknown[] }): Resume {
    const machine = Object.values(this.#machines).find((candidate) => candidate.method === run.method);
    if (!machine) throw new Error(`HARNESS: the compiler wrote no machine for ${run.method}`);
    if (!machine.workflow) this.#faults.push(`${machine.name} is not marked as a workflow`);
    this.#root.frames.push(startFrame(machine.name, copy(run.args, 'arguments') as unknown[]));
    return { kind: 'start' };
  }

  #forget(drop: DroppedSlot): void {
    delete (this.#root.frames[drop.frame]!.locals as Record<string, unknown>)[drop.slot];
  }

  /** Performs what the position waits for, of a group one branch's; goes on to the next stop, or to the outcome. */
  async #step(position: Position, above: readonly Frame[]): Promise<Outcome | undefined> {
    position.steps += 1;
    if (!position.group) return this.#advance(position, above, asResume(await this.#perform(position, above)));
    const { branches, ended } = position.group;
    const branch = nextBranch(branches);
    const outcome = await this.#step(branch, callersOf(position, above));
    if (outcome) {
      branch.outcome = outcome;
      ended.push(branches.indexOf(branch));
    }
    return this.#joinOrWait(position, above);
  }

  async #joinOrWait(position: Position, above: readonly Frame[]): Promise<Outcome | undefined> {
    const resume = decide(this.#infoOf(position.frames.at(-1)!).policy!, position.group!);
    if (!resume) return undefined;
    delete position.group;
    return this.#advance(position, above, resume);
  }

  #perform({ frames, args }: Position, above: readonly Frame[]): Promise<Outcome> {
    const info = this.#infoOf(frames.at(-1)!);
    const taken = decodeText(args!) as unknown[];
    if (info.operation !== 'activity')
      return outcomeOf(() => (waits[info.operation as WaitName] as (...args: unknown[]) => void)(...taken), 'the wait');
    const target = info.activity!;
    const { self, given } = this.#environment(frames, above);
    const owner = target.of(self, given) as Record<string, (...each: unknown[]) => unknown>;
    return performActivity(this.#nameOf(target, owner), taken, (...each) => owner[target.key]!(...each));
  }

  /** As the oracle calls it: with its service, where that is one by type. */
  #nameOf({ name, key }: ActivityTarget, owner: object): string {
    const self = this.#self as Record<string, unknown>;
    const service = this.#program.services.find((each) => self[each] === owner);
    if (service !== undefined) return `${service}.${key}`;
    return markOf(owner, key) ? key : name;
  }

  #environment(frames: readonly Frame[], above: readonly Frame[]): Environment {
    return environmentOf(this.#machines, this.#self, frames, above);
  }

  #calleeOf(callee: string, frames: readonly Frame[], above: readonly Frame[]): string {
    const info = this.#infoOf(frames.at(-1)!);
    return machineOfCall(this.#machines, info, this.#environment(frames, above), callee);
  }

  async #advance(position: Position, above: readonly Frame[], first: Resume): Promise<Outcome | undefined> {
    const { frames } = position;
    let resume = first;
    for (;;) {
      const stop = await this.#run(frames.at(-1)!, this.#environment(frames, above), resume);
      switch (stop.kind) {
        case 'suspend':
          this.#stand(frames, stop);
          position.args = encodeText(stop.args, 'the arguments');
          return undefined;
        case 'group':
          this.#stand(frames, stop);
          await this.#fork(position, above, stop.list);
          return this.#joinOrWait(position, above);
        case 'call':
          this.#stand(frames, stop);
          frames.push(startFrame(this.#calleeOf(stop.machine, frames, above), stop.args));
          resume = { kind: 'start' };
          break;
        case 'return':
        case 'throw': {
          frames.pop();
          const outcome: Outcome =
            stop.kind === 'return' ? { kind: 'value', value: stop.value } : { kind: 'error', error: stop.error };
          if (frames.length === 0) return outcome;
          resume = asResume(outcome);
        }
      }
    }
  }

  /** Begins every branch, in order. */
  async #fork(position: Position, above: readonly Frame[], list: readonly unknown[]): Promise<void> {
    const group: Group = { branches: [], ended: [] };
    position.group = group;
    const { machine } = position.frames.at(-1)!;
    for (const [index, item] of list.entries()) {
      const branch: Position = { frames: [], steps: 0 };
      group.branches.push(branch);
      const outcome = isBranchSeed(item)
        ? await this.#beginBranch(branch, callersOf(position, above), machine, item)
        : givenOutcome(item);
      if (!outcome) continue;
      branch.outcome = outcome;
      group.ended.push(index);
    }
  }

  async #beginBranch(
    branch: Position,
    above: readonly Frame[],
    machine: string,
    { state, args }: BranchSeed,
  ): Promise<Outcome | undefined> {
    const info = this.#machines[machine]!.states[state]!;
    if (info.branch !== true) this.#faults.push(`${machine} at ${state} is made a branch and not marked as one`);
    branch.frames.push({ machine, state, hash: info.hash, locals: {} });
    if (info.operation === 'call') {
      branch.frames.push(startFrame(this.#calleeOf(info.callee!, branch.frames, above), args));
      return this.#advance(branch, above, { kind: 'start' });
    }
    branch.args = encodeText(args, 'the arguments');
    return undefined;
  }

  /** Runs the top machine; twice where it says that this cannot be seen. */
  async #run(frame: Frame, environment: Environment, resume: Resume): Promise<Stop> {
    const machine = this.#machines[frame.machine];
    if (!machine) throw new Error(`HARNESS: no machine is named ${frame.machine}`);
    if (machine.states[frame.state]?.branch) return endOfBranch(resume);
    const before = textOf({ frame, resume });
    const asked = questionsAsked();
    const { self, given } = environment;
    const stop = await machine.run(self, frame, resume, given);
    const touched = questionsAsked() !== asked;
    if (stop.repeatable && touched)
      this.#faults.push(`${at(frame)}: a stretch that touched the world says that it is repeatable`);
    if (stop.repeatable && !touched && before !== undefined) await this.#runAgain(machine, environment, before, stop);
    this.#checkPromise(machine, frame, touched);
    return stop;
  }

  async #runAgain(machine: Machine, { self, given }: Environment, before: string, stop: Stop): Promise<void> {
    const again = decodeText(before) as { frame: Frame; resume: Resume };
    const after = describeValue(stop);
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

  #stand(frames: Frame[], stop: Stop & { kind: 'suspend' | 'call' | 'group' }): void {
    const { machine } = frames.at(-1)!;
    const { states } = this.#machines[machine]!;
    if (!Object.hasOwn(states, stop.state)) throw new Error(`HARNESS: ${machine} has no state ${stop.state}`);
    const info = states[stop.state]!;
    const kind = info.operation === 'call' || info.operation === 'group' ? info.operation : 'suspend';
    if (kind !== stop.kind)
      this.#faults.push(`${machine} stopped to ${stop.kind} at ${stop.state}, which is a ${info.operation}`);
    frames[frames.length - 1] = { machine, state: stop.state, hash: info.hash, locals: stop.locals };
  }

  #infoOf(frame: Frame): StateInfo {
    return this.#machines[frame.machine]!.states[frame.state]!;
  }

  #stopped(): DeliveryResult {
    return {
      kind: 'stopped',
      position: encodeText(this.#root, 'the frames'),
      view: this.#root.frames.map((frame) => this.#view(frame)),
      faults: this.#faults,
    };
  }

  #view(frame: Frame): FrameView {
    const { machine, state, locals } = frame;
    const { line, policy } = this.#infoOf(frame);
    return { machine, state, line, slots: Object.keys(locals), ...(policy && { policy }) };
  }

  async #ended(outcome: Outcome): Promise<DeliveryResult> {
    const copied = await outcomeOf(() => {
      if (outcome.kind === 'error') throw outcome.error;
      return outcome.value;
    }, 'the result');
    return { kind: 'ended', outcome: describeOutcome(copied), faults: this.#faults };
  }
}

/** Of the branches of the group at which the position stands: what calls the machine of the group. */
function callersOf({ frames }: Position, above: readonly Frame[]): readonly Frame[] {
  return [...above, ...frames.slice(0, -1)];
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
