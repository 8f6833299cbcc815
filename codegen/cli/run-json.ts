/** `--json`: one line for each event, as plain JSON that any tool reads. */
import type { RunEvent } from '../../runtime/protocol/run-event.ts';
import type { CliContext } from './context.ts';
import type { RunReport } from './run-report.ts';

/** `localsOf`: what the newest message of the run carries. */
export function createJsonReport(
  { out }: CliContext,
  localsOf: (runId: string) => readonly string[] | undefined,
): RunReport {
  return {
    begin() {},
    event(event) {
      const locals = event.bodyBytes === undefined ? undefined : localsOf(event.runId);
      out.write(`${JSON.stringify(plain({ ...event, ...(locals && { locals }) }, []))}\n`);
    },
    end() {},
  };
}

/** Values of workflows hold more than JSON does: what it lacks becomes the nearest that it has. */
function plain(value: unknown, above: readonly object[]): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (above.includes(value)) return '[circular]';
  const inside = [...above, value];
  if (Array.isArray(value)) return value.map((item) => plain(item, inside));
  if (value instanceof Set) return [...value].map((item) => plain(item, inside));
  if (value instanceof Map) return [...value].map((entry) => plain(entry, inside));
  const fields = Object.entries(value).map(([key, item]) => [key, plain(item, inside)] as const);
  if (value instanceof Error) return { name: value.name, message: value.message, ...Object.fromEntries(fields) };
  return Object.fromEntries(fields);
}

/** The kinds of events, for whoever reads the lines. */
export type JsonLine = RunEvent & { readonly locals?: readonly string[] };
