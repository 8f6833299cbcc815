/** The core of the compiler: one source file in, its machines and diagnostics out. Touches no disk. */
import { ts } from 'ts-morph';
import { Names } from '../analyse/bind.ts';
import { Durables } from '../analyse/durable.ts';
import { InstanceWrites } from '../analyse/instance-writes.ts';
import { reportOverrides } from '../analyse/overrides.ts';
import { classesWithCodec, SerialCheck } from '../analyse/serialisable.ts';
import { findSuspendingFunctions } from '../analyse/suspends.ts';
import { diagnosticAt } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { EmittedNames, LoweredModule, MachineIr, ReachedErrors } from '../ir/instruction.ts';
import { Refused, type ModuleContext } from './context.ts';
import { functionText } from './machine-names.ts';
import { lowerMethod } from './method.ts';
import { reachedErrors } from './reached-errors.ts';

export interface LoweringProgram {
  readonly checker: ts.TypeChecker;
  readonly program: ts.Program;
  /** Directory that `MachineIr.file` is relative to. */
  readonly root: string;
}

/** Of a file without machines. */
export const noErrors: ReachedErrors = { classes: [], imports: [] };

export function lowerModule(file: ts.SourceFile, { checker, program, root }: LoweringProgram): LoweredModule {
  const durables = Durables.of(checker);
  const diagnostics: Diagnostic[] = [];
  reportOverrides(file, durables, (node, severity, code, message, hint) =>
    diagnostics.push(diagnosticAt(file, node, code, message, { severity, ...(hint === undefined ? {} : { hint }) })),
  );
  const sources = findSuspendingFunctions(file, durables);
  if (sources.length === 0) return { machines: [], errors: noErrors, diagnostics };
  const serial = new SerialCheck(checker, classesWithCodec(program, durables));
  const writes = new InstanceWrites(durables);
  const machines: MachineIr[] = [];
  // Functions stand side by side at the end of the module.
  const functions = new Names(file);
  for (const source of sources) {
    const own: Diagnostic[] = [];
    const names = new Names(file);
    const module: ModuleContext = {
      file,
      checker,
      durables,
      writes,
      names,
      emitted: emittedNames(names, functions.fresh(`$run_${functionText(source.node).replace(/\W/g, '_')}`)),
      root,
      report: (d) => own.push(d),
    };
    try {
      const machine = lowerMethod(module, source, serial);
      if (source.isMeant || !own.some(({ severity }) => severity === 'error')) machines.push(machine);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    if (source.isMeant) diagnostics.push(...own);
  }
  const errors = reachedErrors(file, { checker, root, names: new Names(file) });
  return { machines, errors, diagnostics };
}

function emittedNames(names: Names, machine: string): EmittedNames {
  return {
    support: names.fresh('$hop'),
    frame: names.fresh('$frame'),
    resume: names.fresh('$resume'),
    given: names.fresh('$given'),
    machine,
    pc: names.fresh('$pc'),
    next: names.fresh('$next'),
    run: names.fresh('$run'),
    caught: names.fresh('$caught'),
    thrown: names.fresh('$thrown'),
  };
}
