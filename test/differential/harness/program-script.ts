import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Script } from 'node:vm';
import { transform } from 'esbuild';
import ts from 'typescript';

/** The program as its author wrote it: types stripped by TypeScript, nothing else done to it. */
export function plainScript(file: string, options: ts.CompilerOptions = {}): Promise<Script> {
  return script(file, async (path) => withoutTypes(readFileSync(path, 'utf8'), path, options));
}

/** The same by esbuild, which is several times faster: for programs by the thousand. */
export function quickPlainScript(file: string): Promise<Script> {
  return script(file, async (path) => asCommonJs(readFileSync(path, 'utf8'), path));
}

/** The program as the compiler left it. A module that the compiler was not asked for is taken as written. */
export function compiledScript(file: string, compiled: ReadonlyMap<string, string>): Promise<Script> {
  return script(file, async (path) => {
    const text = compiled.get(path);
    return asCommonJs(text ?? readFileSync(path, 'utf8'), path);
  });
}

async function script(file: string, textOf: (path: string) => Promise<string>): Promise<Script> {
  const modules = new Map<string, string>();
  const waiting = [file];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (modules.has(idOf(path))) continue;
    const text = await textOf(path);
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

function withoutTypes(text: string, path: string, options: ts.CompilerOptions): string {
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

/** Not TypeScript's: its imports are not hoisted, and emitted code has one at its end. */
async function asCommonJs(text: string, path: string): Promise<string> {
  const { code } = await transform(text, {
    format: 'cjs',
    loader: path.endsWith('.ts') ? 'ts' : 'js',
    target: 'es2022',
  });
  return code;
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
