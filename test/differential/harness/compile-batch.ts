/**
 * Compiles many programs in one call, because reading the types of the language costs more than all of them together. A
 * compiler that throws is asked again for each file by itself, so that one defect hides no other.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compile } from 'hopline/codegen';
import type { CompileResult, Diagnostic } from 'hopline/codegen';
import type { Workspace } from './workspace.ts';

/** What the compiler made of one program. */
export type Compiled =
  | { readonly kind: 'compiled'; readonly text: string; readonly outputs: ReadonlyMap<string, string> }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'crashed'; readonly error: string };

export async function compileBatch(workspace: Workspace, files: readonly string[]): Promise<Map<string, Compiled>> {
  try {
    return resultsOf(await compileFiles(workspace, files), files);
  } catch (error) {
    if (files.length === 1) return new Map([[files[0]!, { kind: 'crashed', error: textOf(error) }]]);
    const results = new Map<string, Compiled>();
    for (const file of files) for (const [key, value] of await compileBatch(workspace, [file])) results.set(key, value);
    return results;
  }
}

async function compileFiles({ root, tsconfig }: Workspace, files: readonly string[]): Promise<CompileResult> {
  return compile({ files: [...files], cwd: root, tsconfig, emit: false });
}

function resultsOf(result: CompileResult, files: readonly string[]): Map<string, Compiled> {
  const outputs = new Map<string, string>();
  for (const file of [...files, ...importedFiles(dirname(files[0]!))]) {
    const output = result.outputs.find(({ path }) => stem(path) === stem(file));
    if (output) outputs.set(file, output.text);
  }
  return new Map(files.map((file) => [file, resultOf(file, result, outputs)]));
}

/** What programs share stands beside them. */
function importedFiles(folder: string): string[] {
  const lib = join(folder, 'lib');
  return existsSync(lib) ? readdirSync(lib).map((name) => join(lib, name)) : [];
}

function resultOf(file: string, result: CompileResult, outputs: ReadonlyMap<string, string>): Compiled {
  const errors = result.diagnostics.filter((each) => each.severity === 'error' && stem(each.file) === stem(file));
  if (errors.some((each) => /^HL9/.test(each.code)))
    return { kind: 'crashed', error: errors.map((each) => `${each.code} ${each.message}`).join('\n') };
  if (errors.length > 0) return { kind: 'refused', diagnostics: errors };
  const text = outputs.get(file);
  if (text === undefined) return { kind: 'crashed', error: 'neither output nor an error for this file' };
  return { kind: 'compiled', text, outputs };
}

/** Output paths are the compiler's business; names in the corpus are unique. */
function stem(path: string): string {
  return basename(path).replace(/\.[cm]?[jt]s$/, '');
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
