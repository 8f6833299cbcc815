/**
 * Which methods suspend: decorated workflows, and methods that await a durable operation or such a method. A fix-point,
 * because helpers may call each other in circles.
 */
import { ts } from 'ts-morph';
import type { Durables } from './durable.ts';

export interface SuspendingMethod {
  readonly owner: ts.ClassLikeDeclaration;
  readonly method: ts.MethodDeclaration;
  readonly decorator: ts.Decorator | undefined;
}

/** The workflows of a file and the helpers that they reach, in source order. Fills `durables.suspending`. */
export function findSuspendingMethods(file: ts.SourceFile, durables: Durables): SuspendingMethod[] {
  durables.isCollecting = true;
  const found: SuspendingMethod[] = [];
  for (const owner of classesOf(file)) {
    const methods = owner.members.filter(
      (m): m is ts.MethodDeclaration => ts.isMethodDeclaration(m) && m.body !== undefined,
    );
    const workflows = methods.filter((m) => durables.decorator(m, 'workflow'));
    if (workflows.length === 0 && !inheritsWorkflow(owner, durables)) continue;
    const helpers = methods.filter((m) => !workflows.includes(m) && !durables.decorator(m, 'activity'));
    for (let grew = true; grew;) {
      grew = false;
      for (const helper of helpers) {
        if (durables.suspending.has(helper) || !awaitsDurable(helper.body!, durables)) continue;
        durables.suspending.add(helper);
        grew = true;
      }
    }
    for (const method of methods) {
      const decorator = durables.decorator(method, 'workflow');
      if (decorator || durables.suspending.has(method)) found.push({ owner, method, decorator });
    }
  }
  durables.isCollecting = false;
  return found;
}

/** Its methods may be called by a workflow of a base class. */
export function inheritsWorkflow(owner: ts.ClassLikeDeclaration, durables: Durables): boolean {
  return durables
    .basesOf(owner)
    .some((base) => base.members.some((m) => ts.isMethodDeclaration(m) && durables.decorator(m, 'workflow')));
}

export function classesOf(file: ts.SourceFile): ts.ClassLikeDeclaration[] {
  const classes: ts.ClassLikeDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) classes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return classes;
}

function awaitsDurable(body: ts.Node, durables: Durables): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (found) return;
    if (ts.isCallExpression(node)) {
      const call = durables.classify(node);
      if (call?.kind === 'inline') return;
      if (call && call.kind !== 'undecorated') found = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}
