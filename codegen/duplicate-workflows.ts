import { diagnosticForFile } from './diagnostics/create.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { ManifestMachine } from './manifest.ts';

/** A compiled machine and the absolute path of its file. */
export interface PlacedMachine {
  readonly path: string;
  readonly workflow: boolean;
  readonly entry: ManifestMachine;
}

/**
 * An error at each of several workflows of one name, naming the others: a message says the name and no more. Machines of
 * one class and method in two files are as bad, whatever their workflows are called.
 */
export function duplicateWorkflows(placed: readonly PlacedMachine[]): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const nameOf of [
    ({ entry, workflow }: PlacedMachine) => (workflow ? entry.name : undefined),
    ({ entry }: PlacedMachine) => entry.machine,
  ]) {
    for (const group of groupsOf(placed, nameOf))
      for (const machine of group)
        found.set(`${machine.path}:${machine.entry.line}`, duplicate(machine, group, nameOf(machine)!));
  }
  return [...found.values()];
}

function groupsOf(
  placed: readonly PlacedMachine[],
  nameOf: (machine: PlacedMachine) => string | undefined,
): PlacedMachine[][] {
  const groups = new Map<string, PlacedMachine[]>();
  for (const machine of placed) {
    const name = nameOf(machine);
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), machine]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function duplicate(machine: PlacedMachine, group: readonly PlacedMachine[], name: string): Diagnostic {
  const others = group.filter((other) => other !== machine).map(({ entry }) => `${entry.file}:${entry.line}`);
  const message = `The name '${name}' is taken twice: by ${machine.entry.class}.${machine.entry.method} in ${machine.entry.file}, and in ${others.join(' and ')}.`;
  return {
    ...diagnosticForFile(machine.path, 'HL7001', message, {
      hint: "Rename one of the classes, or write @workflow({ name: '…' }) where the classes themselves have two names.",
    }),
    line: machine.entry.line,
  };
}
