import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Script } from 'node:vm';
import ts from 'typescript';

/** The program as its author wrote it: types stripped by TypeScript, nothing else done to it. */
export function plainScript(file: string, options: ts.CompilerOptions = {}): Script {
  return script(file, (path) => commonJs(readFileSync(path, 'utf8'), path, options));
}

/** The program as the compiler left it. A module that the compiler was not asked for is taken as written. */
export function compiledScript(file: string, compiled: ReadonlyMap<string, string>): Script {
  return script(file, (path) => commonJs(withImportsFirst(compiled.get(path) ?? readFileSync(path, 'utf8')), path));
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

/** Module ids are paths without extension. */
function idOf(path: string): string {
  return path.replace(/\\/g, '/').replace(/\.[cm]?[jt]s$/, '');
}

/**
 * TypeScript's, not esbuild's: that renames variables which shadow others, and names are seen in errors and functions.
 */
function commonJs(text: string, path: string, options: ts.CompilerOptions = {}): string {
  const { outputText } = ts.transpileModule(text, {
    fileName: path,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      esModuleInterop: true,
      ...options,
    },
  });
  return outputText;
}

/** An import counts from the first line wherever it stands; a `require` in its place would not. */
function withImportsFirst(text: string): string {
  const imports: string[] = [];
  const rest = text.replace(/^import [^\n]* from ['"][^'"\n]+['"];?$/gm, (line) => {
    imports.push(line);
    return '';
  });
  return `${imports.join('\n')}\n${rest}`;
}

/** Files that a module requires; `hopline` is built into the realm. */
function importedFiles(from: string, text: string): string[] {
  const specifiers = [...text.matchAll(/require\("(\.{1,2}\/[^"]+)"\)/g)].map((match) => match[1]!);
  return specifiers.map((specifier) => sourceOf(resolve(dirname(from), specifier)));
}

function sourceOf(path: string): string {
  const source = path.replace(/(\.[cm]?[jt]s)?$/, '.ts');
  return existsSync(source) ? source : path;
}
