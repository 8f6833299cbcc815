import type { Colours } from './colours.ts';
import type { Diagnostic } from './diagnostic.ts';
import { inert, printable } from './printable.ts';

/** One marked place in a source line. */
interface Mark {
  readonly line: number;
  readonly column: number;
  readonly label: string;
  readonly isMain: boolean;
}

/**
 * A diagnostic for people: place, code and message, the lines of the source with carets under each span, and the mend.
 *
 * ```text
 * src/dunning.ts:12:5 error HL2001 'client' cannot travel in a message
 *
 *    9 |     const client = new Client();
 *      |           ------ declared here
 *   12 |     await sleep('1h');
 *      |     ^^^^^ suspended here
 *
 *   hint: make it a field of the class
 * ```
 *
 * @param source text of the file; without it no lines are shown
 */
export function formatDiagnostic(diagnostic: Diagnostic, source: string | undefined, colours: Colours): string {
  const { code, severity, file, line, column } = diagnostic;
  const [message, ...details] = printable(diagnostic.message).split('\n');
  const kind = severity === 'error' ? colours.red(severity) : colours.yellow(severity);
  const head = `${colours.bold(`${printable(file)}:${line}:${column}`)} ${kind} ${colours.dim(code)} ${message}`;
  const frame = source === undefined ? [] : frameLines(diagnostic, source.split(/\r\n|[\n\r\u2028\u2029]/), colours);
  const hint =
    diagnostic.hint === undefined ? [] : ['', ...indent(`${colours.green('hint:')} ${printable(diagnostic.hint)}`)];
  return [head, ...details, ...(frame.length > 0 ? ['', ...frame] : []), ...hint, ''].join('\n');
}

function indent(text: string): string[] {
  return text.split('\n').map((line) => `  ${line}`);
}

function frameLines(diagnostic: Diagnostic, lines: readonly string[], colours: Colours): string[] {
  const marks = marksOf(diagnostic).filter(({ line }) => lines[line - 1] !== undefined);
  const shown = [...new Set(marks.map(({ line }) => line))].sort((a, b) => a - b);
  const width = String(shown.at(-1) ?? 0).length;
  return shown.flatMap((line, index) => {
    const text = inert(lines[line - 1]!);
    const isGap = index > 0 && line - shown[index - 1]! > 1;
    return [
      ...(isGap ? [colours.dim(`  ${' '.repeat(width)} ·`)] : []),
      `  ${colours.dim(`${String(line).padStart(width)} |`)} ${text}`,
      ...marks
        .filter((mark) => mark.line === line)
        .map((mark) => `  ${colours.dim(`${' '.repeat(width)} |`)} ${underline(mark, text, colours)}`),
    ];
  });
}

/** The spans carry the story; where one stands at the diagnostic's own place, it labels it. */
function marksOf({ line, column, spans = [] }: Diagnostic): Mark[] {
  const isMain = (at: { line: number; column: number }) => at.line === line && at.column === column;
  const marks = spans.map((span) => ({ ...span, label: printable(span.label), isMain: isMain(span) }));
  return spans.some(isMain) ? marks : [{ line, column, label: '', isMain: true }, ...marks];
}

function underline({ column, label, isMain }: Mark, text: string, colours: Colours): string {
  const before = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  const word = /^(?:[\p{ID_Continue}$#@]+|\S)/u.exec(text.slice(column - 1))?.[0] ?? ' ';
  const line = `${(isMain ? '^' : '-').repeat(word.length)}${label === '' ? '' : ` ${label}`}`;
  return before + (isMain ? colours.red(line) : colours.blue(line));
}
