/**
 * Where a run stands, with the branches of its groups: the harness's own notion, written from the language and not from the
 * engine, so that the two can be wrong independently.
 */
import { isSettledItem } from '../../../../runtime/protocol/branch-seed.ts';
import type { Frame, GroupPolicy, Resume, Stop } from '../../../../runtime/protocol/machine.ts';
import type { Outcome } from './outcome.ts';

export interface Position {
  readonly frames: Frame[];
  /** Of the pending call, encoded. */
  args?: string;
  /** Present where the top frame stands at a group. */
  group?: Group;
  /** Operations done so far: branches take turns. */
  steps: number;
  /** Of a branch that has ended. */
  outcome?: Outcome;
}

export interface Group {
  readonly branches: Position[];
  /** Indexes, in the order in which they ended. */
  readonly ended: number[];
}

export function startFrame(machine: string, args: readonly unknown[]): Frame {
  return { machine, state: 'start', hash: '', locals: { args } };
}

/** The open branch that has done least. */
export function nextBranch(branches: readonly Position[]): Position {
  const [first, ...others] = branches.filter(({ outcome }) => !outcome);
  return others.reduce((least, each) => (each.steps < least.steps ? each : least), first!);
}

/** A value in the list, or a promise that compiled code has awaited. */
export function givenOutcome(item: unknown): Outcome {
  if (!isSettledItem(item)) return { kind: 'value', value: item };
  const { outcome } = item;
  return 'value' in outcome ? { kind: 'value', value: outcome.value } : { kind: 'error', error: outcome.error };
}

/** A branch's own frame has no code. */
export function endOfBranch(resume: Resume): Stop {
  if (resume.kind === 'error') return { kind: 'throw', error: resume.error, repeatable: false };
  return { kind: 'return', value: resume.kind === 'value' ? resume.value : undefined, repeatable: false };
}

/** What the group comes to, or undefined while it is open. */
export function decide(policy: GroupPolicy, { branches, ended }: Group): Outcome | undefined {
  const outcomes = ended.map((index) => branches[index]!.outcome!);
  const rejected = outcomes.find(({ kind }) => kind === 'error');
  const fulfilled = outcomes.find(({ kind }) => kind === 'value');
  const inOrder = branches.map(({ outcome }) => outcome);
  const isOver = ended.length === branches.length;
  switch (policy) {
    case 'race':
      return outcomes[0];
    case 'all':
      if (rejected) return rejected;
      return isOver ? { kind: 'value', value: inOrder.map((each) => (each as { value: unknown }).value) } : undefined;
    case 'any':
      if (fulfilled) return fulfilled;
      return isOver
        ? { kind: 'error', error: new AggregateError(inOrder.map(errorOf), 'All promises were rejected') }
        : undefined;
    case 'allSettled':
      return isOver ? { kind: 'value', value: inOrder.map(settlementOf) } : undefined;
  }
}

function errorOf(outcome: Outcome | undefined): unknown {
  return (outcome as { error: unknown }).error;
}

function settlementOf(outcome: Outcome | undefined): object {
  return outcome!.kind === 'value'
    ? { status: 'fulfilled', value: outcome!.value }
    : { status: 'rejected', reason: errorOf(outcome) };
}
