import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import ts from 'typescript';

/** Module ids are paths from here, without extension. */
const root = fileURLToPath(new URL('..', import.meta.url));

/** Source texts by absolute path; what is not in it is read from disk. */
export type SourceTexts = ReadonlyMap<string, string>;

/** The program as its author wrote it: types stripped by TypeScript, nothing else done to it. */
export function plainScript(file: string, sources: SourceTexts = new Map()): Script {
  return script(file, (path) => commonJs(sources.get(path) ?? readFileSync(path, 'utf8'), path));
}

/** The program as the compiler left it. A module that the compiler was not asked for is taken as written. */
export function compiledScript(file: string, compiled: ReadonlyMap<string, string>): Script {
  return script(file, (path) => commonJs(compiled.get(path) ?? readFileSync(path, 'utf8'), path));
}

function script(file: string, textOf: (path: string) => string): Script {
  const modules = new Map<string, string>();
  const waiting = [file];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (modules.has(idOf(path))) continue;
    const text = textOf(path);
    modules.set(idOf(path), text);
    waiting.push(...importedFiles(path, text));
  }
  const bodies = [...modules].map(
    ([id, text]) => `${JSON.stringify(id)}: function (module, exports, require) {\n${text}\n}`,
  );
  return new Script(`__harness.define({${bodies.join(',\n')}}, ${JSON.stringify(idOf(file))})`, {
    filename: `${idOf(file)}.js`,
  });
}

function idOf(path: string): string {
  return relative(root, path)
    .replace(/\\/g, '/')
    .replace(/\.[cm]?[jt]s$/, '');
}

function commonJs(text: string, path: string): string {
  const fileName = path.replace(/\.js$/, '.ts');
  return ts.transpileModule(text, {
    fileName,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, esModuleInterop: true },
  }).outputText;
}

/** Files of the corpus that a module requires; `hopline` and the harness's own are built into the realm. */
function importedFiles(from: string, text: string): string[] {
  const specifiers = [...text.matchAll(/require\("(\.{1,2}\/[^"]+)"\)/g)].map((match) => match[1]!);
  return specifiers
    .filter((specifier) => !/harness\/host(\.[jt]s)?$/.test(specifier))
    .map((specifier) => sourceOf(resolve(dirname(from), specifier)));
}

function sourceOf(path: string): string {
  const source = path.replace(/(\.[cm]?[jt]s)?$/, '.ts');
  return existsSync(source) ? source : path;
}
