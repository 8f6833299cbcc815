import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a user imports, and the source behind it. */
export const entries = {
  hopline: 'sdk/index.ts',
  'hopline/worker': 'runtime/worker.ts',
  'hopline/embedded-sqs': 'runtime/embedded-sqs/index.ts',
  'hopline/stores': 'runtime/stores/index.ts',
  'hopline/testing': 'runtime/testing/index.ts',
  'hopline/codegen': 'codegen/index.ts',
  'hopline/vite': 'codegen/vite.ts',
} as const;
export type Entry = keyof typeof entries;

export type DecoratorMode = 'legacy' | 'standard';

/** A real program over real files and the given virtual ones, checked as strictly as the package itself. */
export function typeProgram(
  virtual: Record<string, string>,
  files: string[] = [],
  mode: DecoratorMode = 'standard',
): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    experimentalDecorators: mode === 'legacy',
    types: ['node'],
    typeRoots: [`${root}node_modules/@types`],
    paths: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, [root + path]])),
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    getSourceFile: (name, version, ...rest) =>
      name in virtual
        ? ts.createSourceFile(name, virtual[name]!, version, true)
        : disk.getSourceFile(name, version, ...rest),
    fileExists: (name) => name in virtual || disk.fileExists(name),
    readFile: (name) => virtual[name] ?? disk.readFile(name),
  };
  return ts.createProgram([...Object.keys(virtual), ...files], options, host);
}

export interface Finding {
  readonly line: number;
  readonly message: string;
}

/** All errors of one file, by 1-based line. */
export function findingsIn(program: ts.Program, path: string): Finding[] {
  const file = program.getSourceFile(path);
  if (!file) throw new Error(`${path} is not part of the program`);
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((diagnostic) => ({
    line: file.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line + 1,
    message: ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'),
  }));
}
