/**
 * Parameters that take a service: an object with activities, or the workflow's own. Such an object does not travel; the
 * frame of a call is given it anew in every process, from the place where the caller has it.
 */
import { ts } from 'ts-morph';
import type { Durables } from './durable.ts';
import type { FunctionWithBody } from './functions.ts';

/** A plain parameter: what a pattern or a default makes of an object is not found again. */
export type ServiceParameter = ts.ParameterDeclaration & { readonly name: ts.Identifier };

/** In order: the n-th is the n-th that the frame is given. */
export function serviceParameters(callee: FunctionWithBody, durables: Durables): readonly ServiceParameter[] {
  if (ts.isMethodDeclaration(callee) && durables.decorator(callee, 'workflow')) return [];
  return callee.parameters.filter(
    (parameter): parameter is ServiceParameter =>
      ts.isIdentifier(parameter.name) &&
      parameter.name.text !== 'this' &&
      !parameter.initializer &&
      !parameter.dotDotDotToken &&
      isService(durables.checker.getTypeAtLocation(parameter), durables),
  );
}

function isService(type: ts.Type, durables: Durables): boolean {
  const { checker } = durables;
  const plain = checker.getApparentType(checker.getNonNullableType(type));
  if (!(plain.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return false;
  if (durables.activitiesBrand(plain)) return true;
  const isOfProject = (symbol: ts.Symbol) =>
    symbol.declarations?.some((each) => ts.isMethodDeclaration(each) && !each.getSourceFile().isDeclarationFile) ===
    true;
  return checker
    .getPropertiesOfType(plain)
    .some((member) => isOfProject(member) && durables.isDurableMember(plain, member.name));
}
