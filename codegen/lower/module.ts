/** The core of the compiler: one source file in, its machines and diagnostics out. Touches no disk. */
import { ts } from 'ts-morph';
import { Names } from '../analyse/bind.ts';
import { Durables } from '../analyse/durable.ts';
import { InstanceWrites } from '../analyse/instance-writes.ts';
import { reportOverrides } from '../analyse/overrides.ts';
import { classesWithCodec, SerialCheck } from '../analyse/serialisable.ts';
import { classesOf, findSuspendingMethods } from '../analyse/suspends.ts';
import { diagnosticAt } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { EmittedNames, LoweredModule, MachineIr, ReachedErrors } from '../ir/instruction.ts';
import { Refused, type ModuleContext } from './context.ts';
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
  const durables = new Durables(checker);
  const methods = findSuspendingMethods(file, durables);
  const diagnostics: Diagnostic[] = [];
  for (const owner of classesOf(file))
    reportOverrides(owner, durables, (node, severity, code, message, hint) =>
      diagnostics.push(diagnosticAt(file, node, code, message, { severity, ...(hint === undefined ? {} : { hint }) })),
    );
  if (methods.length === 0) return { machines: [], errors: noErrors, diagnostics };
  const serial = new SerialCheck(checker, classesWithCodec(program, durables));
  const writes = new InstanceWrites(durables);
  const machines: MachineIr[] = [];
  for (const source of methods) {
    const names = new Names(file);
    const module: ModuleContext = {
      file,
      checker,
      durables,
      writes,
      names,
      emitted: emittedNames(names),
      report: (d) => diagnostics.push(d),
    };
    try {
      const machine = lowerMethod(module, source, serial, root);
      if (machine) machines.push(machine);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  const errors = reachedErrors(file, { checker, root, names: new Names(file) });
  return { machines, errors, diagnostics };
}

function emittedNames(names: Names): EmittedNames {
  return {
    support: names.fresh('$hop'),
    frame: names.fresh('$frame'),
    resume: names.fresh('$resume'),
    pc: names.fresh('$pc'),
    next: names.fresh('$next'),
    run: names.fresh('$run'),
    caught: names.fresh('$caught'),
    thrown: names.fresh('$thrown'),
  };
}
