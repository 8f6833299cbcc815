import { diagnosticForFile } from './diagnostics/create.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { ManifestMachine } from './manifest.ts';

/** A compiled machine and the absolute path of its file. */
export interface PlacedMachine {
  readonly path: string;
  readonly workflow: boolean;
  /** Its class is abstract. */
  readonly isAbstract: boolean;
  readonly entry: ManifestMachine;
}

/**
 * An error at each of several workflows of one name, naming the others: a message says the name and no more. Abstract
 * classes do not count, their workflows are registered under the names of concrete ones. Within one file no two machines
 * may be called alike at all.
 */
export function duplicateWorkflows(placed: readonly PlacedMachine[]): Diagnostic[] {
  const workflowName = ({ entry, workflow, isAbstract }: PlacedMachine) =>
    workflow && !isAbstract ? entry.name : undefined;
  const placeAndName = ({ path, entry }: PlacedMachine) => `${path} ${entry.machine}`;
  const found = new Map<string, Diagnostic>();
  for (const key of [workflowName, placeAndName]) {
    for (const group of groupsOf(placed, key))
      for (const machine of group) found.set(`${machine.path}:${machine.entry.line}`, duplicate(machine, group));
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

function duplicate(machine: PlacedMachine, group: readonly PlacedMachine[]): Diagnostic {
  const others = group.filter((other) => other !== machine).map(({ entry }) => `${entry.file}:${entry.line}`);
  const message = `The name '${machine.entry.name}' is taken twice: by ${machine.entry.class}.${machine.entry.method} in ${machine.entry.file}, and in ${others.join(' and ')}.`;
  return {
    ...diagnosticForFile(machine.path, 'HL7001', message, {
      hint: "Rename one of the classes, or write @workflow({ name: '…' }) where the classes themselves have two names.",
    }),
    line: machine.entry.line,
  };
}
