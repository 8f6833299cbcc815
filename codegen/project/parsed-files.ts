/**
 * Files that were parsed by any compiler of this process. The library and the packages are most of what a small compilation
 * parses, and a second build parses a project of a thousand files again of which five have changed.
 *
 * Invariants
 * 1. What is given out has the text that is asked for: a source is compared by its text, a declaration by the stamp of its
 *    file, which need not be read for it.
 * 2. Sources are kept for the options too: TypeScript binds a file once, as the options of the first program say.
 * 3. No program and no checker is reached from here; of each source the newest text is kept, and of all the latest.
 */
import { statSync } from 'node:fs';

import { ts } from 'ts-morph';

/** Sources kept at most: more than the projects have that are compiled again and again. */
const sourcesMax = 4000;

const declarations = new Map<string, { readonly stamp: string; readonly file: ts.SourceFile }>();
const sources = new Map<string, ts.SourceFile>();

type Form = ts.ScriptTarget | ts.CreateSourceFileOptions;

export function declarationAt(name: string, form: Form, read: () => string | undefined): ts.SourceFile | undefined {
  const stats = statSync(name, { throwIfNoEntry: false });
  const key = `${name}:${JSON.stringify(form)}`;
  const stamp = `${stats?.mtimeMs}:${stats?.size}`;
  const known = declarations.get(key);
  if (known?.stamp === stamp) return known.file;
  const file = parse(name, form, read());
  if (file) declarations.set(key, { stamp, file });
  return file;
}

/** @param options the compiler's, as text */
export function sourceAt(
  name: string,
  form: Form,
  text: string | undefined,
  options: string,
): ts.SourceFile | undefined {
  const key = `${name}:${JSON.stringify(form)}:${options}`;
  const known = sources.get(key);
  const file = known && known.text === text ? known : parse(name, form, text);
  // The latest stand last.
  sources.delete(key);
  if (file) sources.set(key, file);
  for (const oldest of sources.keys()) {
    if (sources.size <= sourcesMax) break;
    sources.delete(oldest);
  }
  return file;
}

function parse(name: string, form: Form, text: string | undefined): ts.SourceFile | undefined {
  return text === undefined ? undefined : ts.createSourceFile(name, text, form, true);
}
