import { build } from '../compile.ts';
import type { CompiledMachine } from '../compiler.ts';
import { mermaidChart } from '../emit/mermaid.ts';
import { type CliContext, type ExitCode, UsageError } from './context.ts';
import { expandFiles } from './expand-files.ts';
import { nearest } from './nearest.ts';
import { hasErrors, printDiagnostics } from './print-diagnostics.ts';

export interface GraphOptions {
  readonly tsconfig?: string;
}

/** What `hopline graph` does. */
export function runGraph(
  context: CliContext,
  file: string,
  method: string | undefined,
  options: GraphOptions,
): ExitCode {
  const { cwd, out } = context;
  const [path] = expandFiles(cwd, [file]);
  const { sources, diagnostics } = build({ ...options, files: [path!], cwd, frozenLock: false });
  const source = sources[0];
  if (!source?.edits || hasErrors(source.diagnostics)) {
    printDiagnostics(context, diagnostics, false);
    return 1;
  }
  out.write(mermaidChart(chosen(source.machines, file, method).map(({ ir }) => ir)));
  return 0;
}

function chosen(
  machines: readonly CompiledMachine[],
  file: string,
  method: string | undefined,
): readonly CompiledMachine[] {
  if (machines.length === 0)
    throw new UsageError(`${file} has no workflow: no method decorated with @workflow() of hopline suspends in it.`);
  if (method === undefined) return machines;
  const found = machines.filter(({ entry }) => entry.machine === method || entry.name === method);
  if (found.length > 0) return found;
  const names = machines.map(({ entry }) => entry.machine);
  const like = nearest(method, names);
  throw new UsageError(
    `${file} has no workflow '${method}'; it has ${names.join(', ')}.${like === undefined ? '' : ` Did you mean ${like}?`}`,
  );
}
