/**
 * Which functions of the project suspend: those that call a durable operation, or a function that does.
 *
 * Invariants
 * 1. Only what is reached by calls from where somebody asks is looked at, each function once.
 * 2. All that a question reaches is answered with it: whoever is in a circle suspends iff something in reach of it does.
 */
import { ts } from 'ts-morph';
import type { Durables, NamedCall } from './durable.ts';
import { isAsync, isFunctionWithBody, isMethodOfInstance, pathInModule, type FunctionWithBody } from './functions.ts';

/** A getter that suspends is none that a machine is made of: it is asked for to be refused. */
type Caller = FunctionWithBody | (ts.GetAccessorDeclaration & { readonly body: ts.Block });

export class Suspends {
  private readonly durables: Durables;
  private readonly answers = new Map<Caller, boolean>();
  private readonly calls = new Map<Caller, Calls>();

  constructor(durables: Durables) {
    this.durables = durables;
  }

  has(asked: Caller): boolean {
    const known = this.answers.get(asked);
    if (known !== undefined) return known;
    const reached = this.unansweredFrom(asked);
    const callers = new Map<Caller, Caller[]>();
    for (const caller of reached)
      for (const callee of this.callsOf(caller).functions)
        callers.set(callee, [...(callers.get(callee) ?? []), caller]);
    const suspending = [...reached].filter((each) => {
      const { operations, functions } = this.callsOf(each);
      return operations.size > 0 || functions.some((callee) => this.answers.get(callee) === true);
    });
    for (const each of reached) this.answers.set(each, false);
    for (let each = suspending.pop(); each; each = suspending.pop()) {
      if (this.answers.get(each)) continue;
      this.answers.set(each, true);
      suspending.push(...(callers.get(each) ?? []));
    }
    return this.answers.get(asked)!;
  }

  private unansweredFrom(asked: Caller): Set<Caller> {
    const reached = new Set<Caller>([asked]);
    for (const each of reached)
      for (const callee of this.callsOf(each).functions) if (!this.answers.has(callee)) reached.add(callee);
    return reached;
  }

  /** Also calls in nested functions and such that are not awaited: they mean something here, and are refused by name. */
  callsOf(caller: Caller): Calls {
    let calls = this.calls.get(caller);
    if (!calls) this.calls.set(caller, (calls = findCalls(caller, this.durables)));
    return calls;
  }
}

interface Calls {
  readonly operations: ReadonlySet<'timer' | 'other'>;
  readonly functions: readonly FunctionWithBody[];
}

/** A group is what its branches are. */
const isNothing: ReadonlySet<NamedCall['kind']> = new Set(['plain', 'undecorated', 'group']);

function findCalls(caller: Caller, durables: Durables): Calls {
  const operations = new Set<'timer' | 'other'>();
  const functions = new Set<FunctionWithBody>();
  const add = (named: NamedCall): void => {
    if (named.kind === 'function') functions.add(named.callee);
    else if (named.kind === 'timer') operations.add('timer');
    else if (named.kind === 'choice') addChoice(named.of.map((option) => option.named));
    else if (!isNothing.has(named.kind)) operations.add('other');
  };
  const addChoice = (options: readonly NamedCall[]): void => {
    if (options.every(({ kind }) => kind === 'activity' || kind === 'function')) options.forEach(add);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isClassLike(node)) return;
    if (ts.isCallExpression(node)) {
      const named = durables.nameOf(node);
      if (named.kind === 'inline') return;
      if (named.kind === 'group') for (const { callee } of durables.mappersIn(node)) functions.add(callee);
      add(named);
    }
    ts.forEachChild(node, visit);
  };
  caller.parameters.forEach(visit);
  visit(caller.body);
  return { operations, functions: [...functions] };
}

// ---- the machines of a file ------------------------------------------------------------------------------------------

export interface SuspendingFunction {
  readonly node: FunctionWithBody;
  /** Of a workflow. */
  readonly decorator: ts.Decorator | undefined;
  /** A workflow comes to it, or it sleeps. Else it may be code that runs nowhere but in scripts and tests: it is not judged. */
  readonly isMeant: boolean;
}

/** The workflows of a file and what else suspends there, in source order. */
export function findSuspendingFunctions(file: ts.SourceFile, durables: Durables): SuspendingFunction[] {
  const found = functionsOf(file, durables).flatMap((node) => {
    const decorator = ts.isMethodDeclaration(node) ? durables.decorator(node, 'workflow') : undefined;
    return decorator || durables.suspends.has(node) ? [{ node, decorator }] : [];
  });
  const meant = reachedBy(
    found.filter(({ node, decorator }) => decorator || isMeantAlone(node, durables)).map(({ node }) => node),
    durables,
  );
  return found.map((each) => ({ ...each, isMeant: meant.has(each.node) }));
}

function isMeantAlone(node: FunctionWithBody, durables: Durables): boolean {
  if (isMethodOfInstance(node) && hasWorkflow(node.parent, durables)) return true;
  return durables.suspends.callsOf(node).operations.has('timer');
}

function reachedBy(from: readonly FunctionWithBody[], { suspends }: Durables): ReadonlySet<FunctionWithBody> {
  const reached = new Set(from);
  for (const each of reached)
    for (const callee of suspends.callsOf(each).functions) if (suspends.has(callee)) reached.add(callee);
  return reached;
}

/** Functions that the module names, and methods that are no activities. */
function functionsOf(file: ts.SourceFile, durables: Durables): FunctionWithBody[] {
  const functions: FunctionWithBody[] = [];
  const visit = (node: ts.Node, isNested: boolean): void => {
    if (isFunctionWithBody(node) && isCandidate(node, isNested, durables)) functions.push(node);
    const inner = isNested || ts.isFunctionLike(node);
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(file, false);
  return functions;
}

function isCandidate(node: FunctionWithBody, isNested: boolean, durables: Durables): boolean {
  if (ts.isMethodDeclaration(node) && durables.decorator(node, 'activity')) return false;
  if (isMethodOfInstance(node)) return !isNested || hasWorkflow(node.parent, durables);
  if (durables.locals.isLifted(node)) return true;
  return !isNested && isAsync(node) && pathInModule(node) !== undefined;
}

/** Its own, or one that it inherits and whose helpers it may override. */
function hasWorkflow(owner: ts.ClassLikeDeclaration, durables: Durables): boolean {
  return [owner, ...durables.basesOf(owner)].some((each) =>
    each.members.some((m) => ts.isMethodDeclaration(m) && durables.decorator(m, 'workflow')),
  );
}
