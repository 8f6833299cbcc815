/**
 * What every realm evaluates first. It leaves one object behind; the script of the program calls its `define`, the
 * outer realm its `call`.
 */
import { host } from './host.ts';
import { deliver, deliverAll } from './run-machine.ts';
import type { Delivery } from './run-machine.ts';
import { defineProgram } from './program.ts';
import { listRuns, runPlain } from './run-plain.ts';

export type CallName = 'list' | 'plain' | 'deliver' | 'deliverAll';

/** The functions that may be called from outside; input and output are JSON. */
const calls: Record<CallName, (input: never) => unknown> = {
  list: () => listRuns(),
  plain: (run: number) => runPlain(run),
  deliver: (delivery: Delivery) => deliver(delivery),
  deliverAll: (run: { run: number; deliveriesMax: number }) => deliverAll(run),
};

const realm = globalThis as unknown as Record<string, unknown>;

// Time is nobody's business here: a timer is a turn of the microtask queue, so that a whole stretch runs to its end
// inside one evaluation, under its deadline.
realm['setTimeout'] = (work: (...args: unknown[]) => void, _ms?: number, ...args: unknown[]) =>
  void Promise.resolve().then(() => work(...args));
realm['setImmediate'] = realm['setTimeout'];
realm['queueMicrotask'] = (work: () => void) => void Promise.resolve().then(work);

realm['__host'] = host;
realm['__harness'] = {
  define: defineProgram,
  call(name: CallName): void {
    const input = JSON.parse(realm['__input'] as string) as never;
    Promise.resolve()
      .then(() => calls[name](input))
      .then(
        (result) => (realm['__output'] = JSON.stringify({ result })),
        (error: unknown) => (realm['__output'] = JSON.stringify({ crash: crashText(error) })),
      );
  },
};

function crashText(error: unknown): string {
  if (!(error instanceof Error)) return `thrown: ${String(error)}`;
  return (error.stack ?? String(error)).split('\n').slice(0, 4).join('\n');
}
