import { ts } from 'ts-morph';

import { composeMap, type MapNames } from '../source-map/compose.ts';
import type { EditedText } from '../source-map/edited-text.ts';
import { LatestResults } from './latest-results.ts';

export interface JavaScript {
  readonly text: string;
  /** Source map from `text` to the written file. */
  readonly map: string;
  /** Syntax errors in the edited text. */
  readonly errors: readonly ts.Diagnostic[];
}

/** Of the outputs kept, in characters: those of some thousand files. */
const keptMax = 64_000_000;
const kept = new LatestResults<JavaScript>(keptMax, ({ text, map }) => text.length + map.length);

/** Erases types and lowers decorators of one module, as the tsconfig has them, and maps the result to the written file. */
export function toJavaScript(
  edited: EditedText,
  fileName: string,
  kind: 'module' | 'commonjs',
  options: ts.CompilerOptions,
  names: MapNames,
): JavaScript {
  const compilerOptions = transpileOptions(options, kind);
  return kept.get(
    [edited, fileName, compilerOptions, names],
    () => transpile(edited, fileName, compilerOptions, names),
    // An error holds on to its file.
    ({ errors }) => errors.length === 0,
  );
}

function transpile(
  edited: EditedText,
  fileName: string,
  compilerOptions: ts.CompilerOptions,
  names: MapNames,
): JavaScript {
  const { outputText, sourceMapText, diagnostics } = ts.transpileModule(edited.text, {
    fileName,
    reportDiagnostics: true,
    compilerOptions,
  });
  return {
    text: outputText.replace(/\/\/# sourceMappingURL=.*\s*$/, ''),
    map: composeMap(sourceMapText!, edited, names),
    errors: (diagnostics ?? []).filter((diagnostic) => diagnostic.file !== undefined),
  };
}

/**
 * Of the tsconfig only what changes meaning. The target is ES2022 always: the newest whose every feature the oldest
 * supported Node has, and `esnext` would leave decorators in the text, which no Node parses. What the tsconfig's own target
 * implies for class fields is said outright, since it would change with the target.
 */
function transpileOptions(options: ts.CompilerOptions, kind: 'module' | 'commonjs'): ts.CompilerOptions {
  return {
    target: ts.ScriptTarget.ES2022,
    module: kind === 'module' ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS,
    useDefineForClassFields: definesClassFields(options),
    allowJs: true,
    esModuleInterop: true,
    sourceMap: true,
    newLine: ts.NewLineKind.LineFeed,
    ...pick(options, [
      'experimentalDecorators',
      'emitDecoratorMetadata',
      'verbatimModuleSyntax',
      'jsx',
      'jsxFactory',
      'jsxFragmentFactory',
      'jsxImportSource',
      'importHelpers',
      'removeComments',
    ]),
  };
}

/** The tsconfig's answer: by its own word, else by its own target. */
export function definesClassFields(options: ts.CompilerOptions): boolean {
  return options.useDefineForClassFields ?? (options.target ?? ts.ScriptTarget.ES2025) >= ts.ScriptTarget.ES2022;
}

function pick(options: ts.CompilerOptions, keys: readonly string[]): ts.CompilerOptions {
  return Object.fromEntries(keys.filter((key) => options[key] !== undefined).map((key) => [key, options[key]]));
}
