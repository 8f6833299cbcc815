/** Where a machine is written, and what it is attached to. */
import { ts } from 'ts-morph';
import { isMethodOfInstance, type FunctionWithBody } from '../analyse/functions.ts';
import type { MachineIr } from '../ir/instruction.ts';
import { rootOf } from '../analyse/local-functions.ts';
import { functionText } from './machine-names.ts';

/**
 * A method's machine stands in its class, so that `super` and `#names` mean what they mean there; a function's behind it.
 * That of a local function stands where the outermost function around it has its own.
 */
export function placeOfMachine(
  machine: FunctionWithBody,
): Pick<MachineIr, 'insertAt' | 'followsOpenField' | 'attachTo' | 'ownName'> {
  const node = rootOf(machine);
  if (ts.isMethodDeclaration(node) && ts.isClassLike(node.parent)) {
    const place = { insertAt: node.parent.end - 1, followsOpenField: endsInOpenField(node.parent) };
    const attachTo = isMethodOfInstance(node) ? undefined : `this.${node.name.getText()}`;
    return { ...place, attachTo, ownName: undefined };
  }
  const scope = scopeOf(node);
  const path = functionText(node).split('.');
  const attachTo = path.slice(ts.isModuleBlock(scope) ? depthOf(scope) : 0).join('.');
  const ownName = ts.isFunctionExpression(node) ? node.name?.text : undefined;
  return {
    insertAt: ts.isSourceFile(scope) ? scope.text.length : scope.end - 1,
    followsOpenField: false,
    attachTo,
    ownName: ownName === attachTo ? undefined : ownName,
  };
}

/** The module, or the namespace of it, in which the function is declared. */
function scopeOf(node: ts.Node): ts.SourceFile | ts.ModuleBlock {
  let at = node;
  while (!ts.isSourceFile(at) && !ts.isModuleBlock(at)) at = at.parent;
  return at;
}

function depthOf(block: ts.ModuleBlock): number {
  const outer = scopeOf(block.parent.parent);
  return 1 + (ts.isModuleBlock(outer) ? depthOf(outer) : 0);
}

function endsInOpenField({ members }: ts.ClassLikeDeclaration): boolean {
  const last = members[members.length - 1];
  return last !== undefined && ts.isPropertyDeclaration(last) && !last.getText().endsWith(';');
}
