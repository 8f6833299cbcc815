/**
 * Overrides that are something else than what they override. Whoever has an object of the base class was compiled for what
 * the base's method is: a method that neither suspends nor is an activity is called as plain code, and what overrides it
 * would run inside the hop, without checkpoint or retry.
 *
 * Allowed besides equals: plain code over a helper that suspends (`protocol/virtual-machines.ts`), and no decorator over an
 * activity, which keeps it one (`Durables.decorator`).
 */
import { ts } from 'ts-morph';
import { memberName, type Durables } from './durable.ts';
import type { ReportMisuse } from './misuse.ts';

type Kind = 'workflow' | 'activity' | 'suspends' | 'plain';

const named: Record<Kind, string> = {
  workflow: 'a workflow',
  activity: 'an activity',
  suspends: 'a method that suspends',
  plain: 'plain code',
};

export function reportOverrides(file: ts.SourceFile, durables: Durables, report: ReportMisuse): void {
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) reportOverridesOf(node, durables, report);
    ts.forEachChild(node, visit);
  };
  visit(file);
}

function reportOverridesOf(owner: ts.ClassLikeDeclaration, durables: Durables, report: ReportMisuse): void {
  for (const method of owner.members) {
    if (!ts.isMethodDeclaration(method) || !method.body) continue;
    const base = durables.overridden(method);
    if (!base) continue;
    const [was, is] = [kindOf(base, durables), kindOf(method, durables)];
    if (was === is || (was === 'suspends' && is === 'plain')) continue;
    const name = method.name.getText();
    if (was === 'plain' && !isCalledAsPlain(base, owner, durables)) continue;
    report(
      method.name,
      'error',
      'HL1509',
      was === 'workflow'
        ? `'${name}' is ${named[is]}, but what it overrides is a workflow: a run of it would not come here.`
        : `'${name}' is ${named[is]}, but what it overrides is ${named[was]}: who has an object of the base class would call it as that.`,
      mendFor(was, is),
    );
  }
}

function mendFor(was: Kind, is: Kind): string {
  if (was === 'workflow') return 'Decorate it with @workflow() too, or give it another name.';
  if (was === 'activity')
    return 'Leave the decorator out: it stays the activity that it overrides. Or give it another name.';
  return is === 'activity'
    ? 'Decorate the method of the base class with @activity() as well, or give this one another name.'
    : 'Let the method of the base class be an activity, and put what suspends in a method with another name.';
}

function kindOf(method: ts.MethodDeclaration, durables: Durables): Kind {
  if (durables.decorator(method, 'workflow')) return 'workflow';
  if (durables.decorator(method, 'activity')) return 'activity';
  return durables.isSuspendingMethod(method) ? 'suspends' : 'plain';
}

/** In a file of the class or of those above: there it was compiled as what it is. `super` means the base's own method. */
function isCalledAsPlain(base: ts.MethodDeclaration, owner: ts.ClassLikeDeclaration, durables: Durables): boolean {
  const name = base.name.getText();
  const overridden = new Set([base]);
  for (const each of overridden) {
    const next = durables.overridden(each);
    if (next) overridden.add(next);
  }
  const visit = (node: ts.Node): boolean => {
    const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
    if (isAccess && memberName(node) === name && node.expression.kind !== ts.SyntaxKind.SuperKeyword) {
      const called = durables.methodDeclaration(node);
      if (called && overridden.has(called)) return true;
    }
    return ts.forEachChild(node, (child) => visit(child) || undefined) === true;
  };
  const files = new Set([owner, ...durables.basesOf(owner)].map((each) => each.getSourceFile()));
  return [...files].some(visit);
}
