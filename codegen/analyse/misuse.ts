/**
 * Durable calls where they cannot mean what they say, and service calls that would silently be no activity. Looks at the
 * whole method, nested functions included; what it passes is awaited in the workflow's own flow.
 */
import { ts } from 'ts-morph';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { skipOuter, type DurableCall, type Durables, type NoMachine } from './durable.ts';
import type { FunctionWithBody } from './functions.ts';
import { type InstanceWrites, writtenTargets } from './instance-writes.ts';
import { computedNameOf, insideTry, isSuspension, tailCalls } from './marks.ts';
import { durableTakenAsValue } from './taken-as-value.ts';

export type ReportMisuse = (
  node: ts.Node,
  severity: 'error' | 'warning',
  code: DiagnosticCode,
  message: string,
  hint?: string,
) => void;

/** What is asked of the whole module. */
interface Facts {
  readonly durables: Durables;
  readonly writes: InstanceWrites;
}

export function reportMisuse(method: FunctionWithBody, { durables, writes }: Facts, report: ReportMisuse): void {
  let warnedInline = false;
  const visit = (node: ts.Node, nested: boolean): void => {
    // It has a machine of its own, and is looked at there.
    if (ts.isTypeNode(node) || (node !== method && durables.locals.isLifted(node))) return;
    if (ts.isCallExpression(node)) {
      const call = durables.classify(node);
      if (call?.kind === 'inline') return;
      if (call) checkCall(node, call, nested);
    }
    if (ts.isAwaitExpression(node) && !nested && !warnedInline && isInlineAwait(node, durables)) {
      warnedInline = true;
      report(
        node,
        'warning',
        'HL3002',
        `This await runs inside the hop: it is not checkpointed, and after a crash it runs again.`,
        'Make it an activity, or say that it is meant so: await inline(() => …).',
      );
    }
    checkWrite(node);
    checkValue(node);
    const computed = computedNameOf(node);
    ts.forEachChild(node, (child) => {
      visit(child, child === computed ? nested : nested || ts.isFunctionLike(node));
    });
  };
  const checkCall = (node: ts.CallExpression, call: DurableCall, nested: boolean): void => {
    const name = node.expression.getText();
    if (call.kind === 'undecorated') {
      if (isAwaited(node, method) || isInPromiseGroup(node)) {
        report(
          node,
          'error',
          'HL3001',
          `'${call.method}' is awaited but is no activity: its method is neither decorated with @activity nor is the service typed Activities<T>, so a crash would run it again with the rest.`,
          `Type the service Activities<…>, decorate the method, or write await inline(() => ${name}(…)).`,
        );
      }
      return;
    }
    if (call.kind === 'child')
      return report(
        node,
        'error',
        'HL1501',
        `'${name}' is a workflow: awaiting it as a run of its own needs a store.`,
        'Start it with client.start in an activity, or make it a method without @workflow.',
      );
    if (call.kind === 'signal')
      return report(
        node,
        'error',
        'HL1502',
        `'${name}' waits for a signal, which needs a store.`,
        'Poll in a loop: an activity and await sleep(…).',
      );
    if (call.kind === 'foreign') {
      return report(
        node,
        'error',
        'HL1507',
        `'${call.name}' suspends, but ${noMachine[call.reason].why}`,
        noMachine[call.reason].mend,
      );
    }
    if (!isSuspension(call) || durables.groupOfSite(node)) return;
    if (isInPromiseGroup(node))
      return report(
        node,
        'error',
        'HL1504',
        `'${name}' stands in a Promise group where no branch can be made of it.`,
        'Put the call into the list itself, Promise.all([this.a(), this.b()]), or let a map return it: Promise.all(xs.map((x) => this.a(x))).',
      );
    if (nested)
      return report(
        node,
        'error',
        'HL1503',
        `'${name}' is called inside a nested function: the function could not be resumed in another process.`,
        'Write a for…of loop, or make the function async and await it here: const step = async () => { … }; await step(); or Promise.all(xs.map(async (x) => { … })).',
      );
    if (!isAwaited(node, method))
      report(
        node,
        'error',
        'HL1505',
        `'${name}' is not awaited: the run could not wait for it.`,
        `Write await ${name}(…).`,
      );
  };
  const checkWrite = (node: ts.Node): void => {
    for (const target of writtenTargets(node)) {
      if (ts.isIdentifier(target) && isConstant(target, durables))
        report(node, 'error', 'HL1007', `'${target.text}' is a constant.`, 'Declare it with let.');
    }
    const written = writes.writtenBy(node, method);
    if (!written) return;
    const isHere = written.pos >= node.pos && written.end <= node.end;
    report(
      node,
      'error',
      'HL1506',
      `${isHere ? `'${written.getText()}' is written in a workflow` : `'${node.getText()}' writes '${written.getText()}'`}: the object is rebuilt in every process, so the value would be lost.`,
      'Keep it in a local variable.',
    );
  };
  const checkValue = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && durables.isSuspendingGetter(node))
      report(
        node,
        'error',
        'HL1507',
        `'${node.getText()}' suspends, but it is a getter: the compiler makes no machine of it.`,
        'Make it a method of the workflow class.',
      );
    const name = durableTakenAsValue(node, durables);
    if (name === undefined) return;
    report(
      node,
      'error',
      'HL1508',
      `'${name}' is taken as a value: whoever calls it later would run it as plain code, without checkpoint or retry.`,
      "Call it where it is meant: await this.name(…), or await this[name](…) where the type of name lists what it may be: 'a' | 'b'.",
    );
  };
  for (const parameter of method.parameters) visit(parameter, false);
  visit(method.body, false);
}

const noMachine: Readonly<Record<NoMachine, { readonly why: string; readonly mend: string }>> = {
  unnamed: {
    why: 'it is made while code runs: another process could not find it again.',
    mend: 'Declare it as an async function of the module, or as a method.',
  },
  'not async': {
    why: 'is no async function (nor a generator): only such become machines.',
    mend: 'Write async before it.',
  },
};

/** Awaited where it stands, or returned outside of any try, which is the same. */
function isAwaited(call: ts.CallExpression, method: FunctionWithBody): boolean {
  let at: ts.Node = call;
  while (
    ts.isExpression(at.parent) &&
    !ts.isAwaitExpression(at.parent) &&
    (skipOuter(at.parent) === call || tailCalls(at.parent).includes(call))
  ) {
    at = at.parent;
  }
  const parent = at.parent;
  if (ts.isAwaitExpression(parent)) return true;
  if (parent === method) return true;
  return ts.isReturnStatement(parent) && !insideTry(parent, method.body);
}

function isInPromiseGroup(call: ts.CallExpression): boolean {
  for (let at: ts.Node = call; at.parent; at = at.parent) {
    const parent = at.parent;
    if (ts.isCallExpression(parent) && parent !== call) {
      return (
        ts.isPropertyAccessExpression(parent.expression) &&
        parent.expression.expression.getText() === 'Promise' &&
        /^(all|allSettled|race|any)$/.test(parent.expression.name.text)
      );
    }
    if (ts.isStatement(parent) || ts.isAwaitExpression(parent)) return false;
  }
  return false;
}

function isInlineAwait(node: ts.AwaitExpression, durables: Durables): boolean {
  const operand = skipOuter(node.expression);
  if (!ts.isCallExpression(operand)) return false;
  const call = durables.classify(operand);
  if (call) return false;
  return durables.returnsPromise(operand);
}

function isConstant(name: ts.Identifier, durables: Durables): boolean {
  const declaration = durables.checker.getSymbolAtLocation(name)?.valueDeclaration;
  return (
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0
  );
}
