import { relative, dirname } from 'node:path';

import { ts } from 'ts-morph';

import type { CompiledSource } from '../compiler.ts';
import { slashes } from '../project/paths.ts';
import { plural } from './plural.ts';
import type { RunProject } from './run-project.ts';

export interface Parameter {
  readonly name: string;
  /** As written; empty where none is. */
  readonly type: string;
  readonly isNeeded: boolean;
  readonly isRest: boolean;
}

/** Parameters of the class's own constructor; none where it has none of its own. */
export function parametersOf({ module }: CompiledSource, className: string): Parameter[] {
  const { sourceFile } = module;
  const declaration = findClass(sourceFile, className);
  const constructor = declaration?.members.find(
    (member): member is ts.ConstructorDeclaration => ts.isConstructorDeclaration(member) && member.body !== undefined,
  );
  return constructor ? parametersIn(sourceFile, constructor) : [];
}

/** Parameters of a constructor or method, without a declared `this`. */
export function parametersIn(sourceFile: ts.SourceFile, { parameters }: ts.SignatureDeclaration): Parameter[] {
  return parameters
    .map(({ name, type, initializer, questionToken, dotDotDotToken }) => ({
      name: onOneLine(name.getText(sourceFile)),
      type: onOneLine(type?.getText(sourceFile) ?? ''),
      isNeeded: !initializer && !questionToken && !dotDotDotToken,
      isRest: dotDotDotToken !== undefined,
    }))
    .filter(({ name }) => name !== 'this');
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

export function findClass(sourceFile: ts.SourceFile, className: string): ts.ClassLikeDeclaration | undefined {
  let found: ts.ClassLikeDeclaration | undefined;
  const visit = (node: ts.Node): void => {
    if (!found && ts.isClassLike(node) && node.name?.text === className) found = node;
    if (!found) ts.forEachChild(node, visit);
  };
  visit(sourceFile);
  return found;
}

/** What stands in the way of building the class, and exactly what to write. */
export function howToBuild(project: RunProject, className: string, configured: readonly string[]): string {
  const needed = parametersOf(project.source, className).filter(({ isNeeded }) => isNeeded);
  const call = `new ${className}(${needed.map(({ name }) => name).join(', ')})`;
  const why =
    needed.length === 0
      ? `${className} cannot be built as it is.`
      : `The constructor of ${className} needs ${plural(needed.length, 'argument')} (${needed.map(described).join(', ')}), which only you can make.`;
  if (project.config)
    return `${why}\nAdd it to workflows() in ${project.config.file}, which builds ${configured.join(', ') || 'nothing'}:\n\n  workflows: () => [..., ${call}],`;
  return `${why}\nWrite ${configPlace(project)}:\n\n${configText(project, className, call)}`;
}

export function described({ name, type }: Parameter): string {
  return type === '' ? name : `${name}: ${type}`;
}

function configPlace({ file }: RunProject): string {
  const folder = slashes(dirname(file));
  return folder === '.' ? 'hopline.config.ts' : `${folder}/hopline.config.ts`;
}

function configText({ source }: RunProject, className: string, call: string): string {
  const { path } = source.module;
  const name = slashes(relative(dirname(path), path));
  return [
    `  import { defineConfig } from 'hopline';`,
    `  import { ${className} } from './${name}';`,
    '',
    '  export default defineConfig({',
    `    files: ['${name}'],`,
    `    workflows: () => [${call}],`,
    '  });',
  ].join('\n');
}
