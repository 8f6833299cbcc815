/**
 * Overrides that are something else than what they override. A base's workflow was compiled for what its method is: a
 * method that neither suspends nor is an activity is called there as plain code, and what overrides it would run inside
 * the hop, without checkpoint or retry.
 *
 * Allowed besides equals: plain code over a helper that suspends (`protocol/virtual-machines.ts`), and no decorator over an
 * activity, which keeps it one (`Durables.decorator`).
 */
import { ts } from 'ts-morph';
import { memberName, type Durables } from './durable.ts';
import type { ReportMisuse } from './misuse.ts';
import { inheritsWorkflow } from './suspends.ts';

type Kind = 'workflow' | 'activity' | 'suspends' | 'plain';

const named: Record<Kind, string> = {
  workflow: 'a workflow',
  activity: 'an activity',
  suspends: 'a method that suspends',
  plain: 'plain code',
};

export function reportOverrides(owner: ts.ClassLikeDeclaration, durables: Durables, report: ReportMisuse): void {
  if (!inheritsWorkflow(owner, durables)) return;
  for (const method of owner.members) {
    if (!ts.isMethodDeclaration(method) || !method.body) continue;
    const base = durables.overridden(method);
    if (!base) continue;
    const [was, is] = [kindOf(base, durables), kindOf(method, durables)];
    if (was === is || (was === 'suspends' && is === 'plain')) continue;
    const name = method.name.getText();
    if (was === 'plain' && !isCalledByBases(owner, name, durables)) continue;
    report(
      method.name,
      'error',
      'HL1509',
      was === 'workflow'
        ? `'${name}' is ${named[is]}, but what it overrides is a workflow: a run of it would not come here.`
        : `'${name}' is ${named[is]}, but what it overrides is ${named[was]}: a workflow of the base class would call it as that.`,
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
  return durables.suspends(method) ? 'suspends' : 'plain';
}

/** `this.name(…)` somewhere in a class above: only there was it compiled as what the base's method is. */
function isCalledByBases(owner: ts.ClassLikeDeclaration, name: string, durables: Durables): boolean {
  const visit = (node: ts.Node): boolean => {
    const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
    if (isAccess && memberName(node) === name) return true;
    return ts.forEachChild(node, (child) => visit(child) || undefined) === true;
  };
  return durables.basesOf(owner).some((base) => base.members.some(visit));
}
