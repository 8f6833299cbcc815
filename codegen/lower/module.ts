/** The core of the compiler: one source file in, its machines and diagnostics out. Touches no disk. */
import { ts } from 'ts-morph';
import { Names } from '../analyse/bind.ts';
import { Durables } from '../analyse/durable.ts';
import { InstanceWrites } from '../analyse/instance-writes.ts';
import { reportOverrides } from '../analyse/overrides.ts';
import { classesWithCodec, SerialCheck } from '../analyse/serialisable.ts';
import type { FunctionWithBody } from '../analyse/functions.ts';
import { findSuspendingFunctions, type SuspendingFunction } from '../analyse/suspends.ts';
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

export function lowerModule(file: ts.SourceFile, program: LoweringProgram): LoweredModule {
  const lowering = new Lowering(program);
  const diagnostics: Diagnostic[] = [];
  reportOverrides(file, lowering.durables, (node, severity, code, message, hint) =>
    diagnostics.push(diagnosticAt(file, node, code, message, { severity, ...(hint === undefined ? {} : { hint }) })),
  );
  const sources = findSuspendingFunctions(file, lowering.durables);
  if (sources.length === 0) return { machines: [], errors: noErrors, diagnostics };
  const machines: MachineIr[] = [];
  // Functions stand side by side at the end of the module.
  const functions = new Names(file);
  for (const source of sources) {
    const lowered = lowering.function(source, functions);
    const isRefused = lowered.diagnostics.some(({ severity }) => severity === 'error');
    if (lowered.machine && (source.isMeant || !isRefused)) machines.push(lowered.machine);
    if (source.isMeant) diagnostics.push(...lowered.diagnostics);
  }
  const { checker, root } = program;
  const errors = reachedErrors(file, { checker, root, names: new Names(file) });
  return { machines, errors, diagnostics };
}

interface LoweredFunction {
  readonly machine: MachineIr | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

class Lowering {
  readonly durables: Durables;
  private readonly program: LoweringProgram;
  private readonly serial: SerialCheck;
  private readonly writes: InstanceWrites;
  private readonly refusals: Map<FunctionWithBody, Diagnostic | undefined>;

  constructor(program: LoweringProgram) {
    this.program = program;
    this.durables = Durables.of(program.checker);
    this.serial = new SerialCheck(program.checker, classesWithCodec(program.program, this.durables));
    this.writes = new InstanceWrites(this.durables);
    this.refusals = refusalsOf(program.program);
  }

  function(source: SuspendingFunction, functions: Names): LoweredFunction {
    const file = source.node.getSourceFile();
    const names = new Names(file);
    const diagnostics: Diagnostic[] = [];
    const module: ModuleContext = {
      file,
      checker: this.program.checker,
      durables: this.durables,
      names,
      emitted: emittedNames(names, functions.fresh(`$run_${functionText(source.node).replace(/\W/g, '_')}`)),
      root: this.program.root,
      serial: this.serial,
      writes: this.writes,
      // What a workflow comes to in its own file is refused there.
      refusalOf: (callee) => (source.isMeant && callee.getSourceFile() === file ? undefined : this.refusalOf(callee)),
      report: (diagnostic) => diagnostics.push(diagnostic),
    };
    try {
      return { machine: lowerMethod(module, source), diagnostics };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { machine: undefined, diagnostics };
    }
  }

  /** What stands in a circle is refused by whoever is asked first. */
  private refusalOf(callee: FunctionWithBody): Diagnostic | undefined {
    if (this.refusals.has(callee)) return this.refusals.get(callee);
    this.refusals.set(callee, undefined);
    const source = { node: callee, decorator: undefined, isMeant: false };
    const { diagnostics } = this.function(source, new Names(callee.getSourceFile()));
    const refusal = diagnostics.find(({ severity }) => severity === 'error');
    this.refusals.set(callee, refusal);
    return refusal;
  }
}

const refusalsOfPrograms = new WeakMap<ts.Program, Map<FunctionWithBody, Diagnostic | undefined>>();

/** Asked once for each program, whichever file asks. */
function refusalsOf(program: ts.Program): Map<FunctionWithBody, Diagnostic | undefined> {
  let refusals = refusalsOfPrograms.get(program);
  if (!refusals) refusalsOfPrograms.set(program, (refusals = new Map<FunctionWithBody, Diagnostic | undefined>()));
  return refusals;
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
