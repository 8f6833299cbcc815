import { ts } from 'ts-morph';

import type { ManifestMachine } from '../manifest.ts';
import { UsageError } from './context.ts';
import { plural } from './plural.ts';
import { described, findClass, type Parameter, parametersIn } from './run-constructor.ts';
import type { RunProject } from './run-project.ts';
import type { PlannedRun } from './run-request.ts';

/**
 * Refuses a run whose arguments the method could not be called with, as the type checker would: on the queue it would only
 * stop at the first argument that is not there.
 *
 * @throws UsageError
 */
export function requireArguments(
  { source }: RunProject,
  { class: className, method, machine }: ManifestMachine,
  runs: readonly PlannedRun[],
): void {
  const { sourceFile } = source.module;
  // JavaScript says of no parameter whether it may be left out.
  if (/\.[cm]?jsx?$/.test(sourceFile.fileName)) return;
  const parameters = parametersOfMethod(sourceFile, className, method);
  if (!parameters) return;
  const least = parameters.filter(({ isNeeded }) => isNeeded).length;
  // What is given to a method that takes nothing is not mistaken for anything.
  const isOpen = parameters.length === 0 || parameters.some(({ isRest }) => isRest);
  const most = isOpen ? Infinity : parameters.length;
  for (const { id, args } of runs) {
    if (args.length >= least && args.length <= most) continue;
    const takes = `${machine} takes ${numberOf(least, most)}${list(parameters)}`;
    const given = `${runs.length === 1 ? 'it' : `run '${id}'`} is given ${args.length === 0 ? 'none' : args.length}`;
    throw new UsageError(`${takes}; ${given}. ${args.length > most ? tooMany : tooFew}`);
  }
}

const tooFew = `Write --args '[…]' with one entry for each, or --args @file.json.`;
const tooMany = 'A list is the arguments: write [[…]] for one argument that is a list.';

function numberOf(least: number, most: number): string {
  if (least === most) return plural(most, 'argument');
  return most === Infinity ? `at least ${plural(least, 'argument')}` : `${least} to ${plural(most, 'argument')}`;
}

function list(parameters: readonly Parameter[]): string {
  return ` (${parameters.map(described).join(', ')})`;
}

function parametersOfMethod(sourceFile: ts.SourceFile, className: string, method: string): Parameter[] | undefined {
  const declaration = findClass(sourceFile, className)?.members.find(
    (member): member is ts.MethodDeclaration =>
      ts.isMethodDeclaration(member) && member.body !== undefined && nameOf(member) === method,
  );
  return declaration && parametersIn(sourceFile, declaration);
}

function nameOf({ name }: ts.MethodDeclaration): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}
