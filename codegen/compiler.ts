/**
 * The compiler that stays: opened once per tsconfig, told of changes, asked for files.
 *
 * Invariants
 * 1. A file with an error diagnostic is not emitted; the others are.
 * 2. User code is never executed.
 * 3. A failure inside the compiler is a diagnostic (HL9000) of the file at hand, never a miscompilation and never the end
 *    of the others.
 * 4. The answer depends on the texts, the tsconfig and the lock only: not on the tool that asks, nor on the order.
 */
import { dirname, join, relative, resolve } from 'node:path';

import { ts } from 'ts-morph';

import { diagnosticAt, diagnosticForFile } from './diagnostics/create.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { fromTypescript, typescriptDiagnostics } from './diagnostics/typescript.ts';
import { toJavaScript } from './emit/javascript.ts';
import { emitModule } from './emit/machine.ts';
import { type OutputPaths, planOutput } from './emit/output-paths.ts';
import { rewriteSpecifiers } from './emit/specifiers.ts';
import { markTypes } from './emit/type-only.ts';
import type { PlacedMachine } from './duplicate-workflows.ts';
import type { LoweredModule, MachineIr } from './ir/instruction.ts';
import { describeChanges } from './lock/describe-changes.ts';
import { lockFileName } from './lock/lock-file.ts';
import { type LockKeeper, type MachineChange, openLock } from './lock/lock-keeper.ts';
import { methodShape } from './lock/method-shape.ts';
import { createTypeTable } from './lock/type-table.ts';
import { lowerModule, noErrors } from './lower/module.ts';
import { describeForManifest } from './manifest.ts';
import { nodeDiagnostics } from './project/node-compatibility.ts';
import { type HoplineReach, createHoplineReach } from './project/hopline-reach.ts';
import { type LocalModule, dependenciesOf, isSourcePath, readModule, walkModules } from './project/module-graph.ts';
import { pathFrom, slashes } from './project/paths.ts';
import { type ProjectSettings, readSettings } from './project/settings.ts';
import { type SourceProgram, createSourceProgram } from './project/source-program.ts';
import { mayHoldMachines } from './project/may-hold-machines.ts';
import { readWrittenOptions } from './written-options.ts';
import { type Edit, applyEdits, replaceInCopies } from './source-map/edited-text.ts';

export interface CompilerOptions {
  /** Absolute. The tsconfig nearest to the first of them is read, unless one is given. */
  readonly files: readonly string[];
  readonly cwd: string;
  readonly tsconfig?: string;
  readonly outDir?: string;
  /** Path of the lock; default `hopline.lock.json` beside the tsconfig. */
  readonly lock?: string;
  /** A difference between lock and code is an error. Default: under CI, where the lock exists. */
  readonly frozenLock?: boolean;
  /**
   * Files come as they are loaded, those of tests too: a function that is not known to belong to a workflow is not written
   * into the lock. Default false.
   */
  readonly isOneByOne?: boolean;
}

/** One output file, ready to be written. */
export interface Output {
  readonly path: string;
  readonly text: string;
  readonly map?: string;
}

/** One machine, as it was lowered and as the manifest tells of it. */
export interface CompiledMachine extends PlacedMachine {
  readonly ir: MachineIr;
}

/** What became of one source file up to its machines. */
export interface CompiledSource {
  readonly module: LocalModule;
  readonly machines: readonly CompiledMachine[];
  /** What brings the machines into the text; undefined where an error stands in the way. */
  readonly edits: readonly Edit[] | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly lockChanges: readonly MachineChange[];
}

export interface Compiler {
  readonly settings: ProjectSettings;
  readonly lock: LockKeeper;
  readonly isFrozen: boolean;
  /** Nothing writes the lock under CI, unless it was said that it is not frozen. */
  readonly writesLock: boolean;
  /** A file changed: to this text, or on the disk. */
  update(path: string, text?: string): void;
  /** The quick look at a text before the file is compiled: without it nothing of the project is bound or checked. */
  mayHoldMachines(path: string, text: string): boolean;
  /** Local modules reachable from the files. */
  modules(entries: readonly string[]): ReadonlyMap<string, LocalModule>;
  /** Machines in, types and decorators still there: for tools that transpile after us. Undefined where there is no such file. */
  compileSource(path: string): CompiledSource | undefined;
  /** Local files whose change can change what becomes of this one. */
  dependencies(path: string): readonly string[];
  /** Where outputs go when these modules are emitted together. */
  plan(modules: ReadonlyMap<string, LocalModule>): OutputPaths;
  /** The module as Node runs it. */
  emit(source: CompiledSource, modules: ReadonlyMap<string, LocalModule>, output: OutputPaths): EmittedModule;
}

export interface EmittedModule {
  readonly output: Output | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export function createCompiler(options: CompilerOptions): Compiler {
  const settings = readSettings(options);
  const source = createSourceProgram(settings.options);
  const lock = openLock(
    options.lock === undefined ? join(settings.root, lockFileName) : resolve(options.cwd, options.lock),
    settings.root,
  );
  const reach = createHoplineReach(source.moduleHost, source.options);
  const context: Context = {
    settings,
    source,
    reach,
    lock,
    isOneByOne: options.isOneByOne ?? false,
    isFrozen: options.frozenLock ?? (isContinuousIntegration() && !lock.isMissing()),
  };
  source.addRoots(options.files.filter((file) => isSourcePath(slashes(file))));
  return {
    settings,
    lock,
    isFrozen: context.isFrozen,
    writesLock: options.frozenLock === false || (!context.isFrozen && !isContinuousIntegration()),
    update(path, text) {
      source.update(path, text);
      reach.update(path);
    },
    mayHoldMachines(path, text) {
      const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      return mayHoldMachines(parsed, () => reach.has(path));
    },
    modules: (entries) => walkModules(source, entries),
    compileSource(path) {
      const name = slashes(path);
      if (!source.sourceFile(name) && /\.[cm]?tsx?$/.test(name)) source.addRoots([name]);
      const module = readModule(source, name);
      return module && compileSource(context, module);
    },
    dependencies: (path) => dependenciesOf(source, path),
    plan: (modules) => planOutput(outDirOf(options, settings), settings.options.rootDir, [...modules.keys()]),
    emit: (compiled, modules, output) =>
      guard(compiled.module, () => emit(context, compiled, modules, output), noOutput),
  };
}

interface Context {
  readonly settings: ProjectSettings;
  readonly source: SourceProgram;
  readonly reach: HoplineReach;
  readonly lock: LockKeeper;
  readonly isFrozen: boolean;
  readonly isOneByOne: boolean;
}

function outDirOf({ outDir, cwd }: CompilerOptions, settings: ProjectSettings): string {
  if (outDir !== undefined) return resolve(cwd, outDir);
  return settings.options.outDir ?? join(settings.root, 'dist');
}

/** `CI=false` and `CI=0` are how people switch it off. */
export function isContinuousIntegration(): boolean {
  const { CI } = process.env;
  return CI !== undefined && !['', '0', 'false'].includes(CI);
}

/** Invariant 3. */
function guard<T>(module: LocalModule, work: () => T, failed: (diagnostic: Diagnostic) => T): T {
  try {
    return work();
  } catch (error) {
    const message = `The compiler failed here: ${error instanceof Error ? error.message : String(error)}. Nothing is emitted for this file.`;
    const stack = error instanceof Error ? `\n${error.stack}` : '';
    const hint = `This is a defect of Hopline, not of your code. Please report it with the method at this place.${stack}`;
    return failed(diagnosticForFile(module.path, 'HL9000', message, { hint }));
  }
}

const noOutput = (diagnostic: Diagnostic): EmittedModule => ({ output: undefined, diagnostics: [diagnostic] });

function compileSource(context: Context, module: LocalModule): CompiledSource {
  const failed = (diagnostics: readonly Diagnostic[], lockChanges: readonly MachineChange[] = []): CompiledSource => ({
    module,
    machines: [],
    edits: undefined,
    diagnostics,
    lockChanges,
  });
  return guard(
    module,
    () => lowerAndName(context, module, failed),
    (defect) => {
      // A tree that does not type-check may be such as no program has: then the author's error is the news.
      const program = context.source.program();
      const isKnown = program.getSourceFile(module.path) === module.sourceFile;
      const own = isKnown ? typescriptDiagnostics(program, module.sourceFile) : [];
      return failed(hasError(own) ? own : [defect]);
    },
  );
}

function lowerAndName(
  context: Context,
  module: LocalModule,
  failed: (diagnostics: readonly Diagnostic[], lockChanges?: readonly MachineChange[]) => CompiledSource,
): CompiledSource {
  const { sourceFile } = module;
  const program = context.source.program();
  const isKnown = module.kind !== 'json' && program.getSourceFile(module.path) === sourceFile;
  const found =
    isKnown && mayHoldMachines(sourceFile, () => context.reach.has(module.path))
      ? lowerModule(sourceFile, { checker: program.getTypeChecker(), program, root: context.settings.root })
      : nothing;
  const isPlain = found.machines.length === 0 && found.diagnostics.length === 0;
  const ofTypes = isPlain ? [] : typescriptDiagnostics(program, sourceFile);
  // A test or a script may have faults of its own, and runs all the same.
  const isMeant =
    !context.isOneByOne || found.diagnostics.length > 0 || found.machines.some((machine) => machine.isMeant);
  const lowered = !isMeant && hasError(ofTypes) ? nothing : found;
  const diagnostics = isMeant ? [...ofTypes, ...lowered.diagnostics] : [];
  if (hasError(diagnostics)) return failed(diagnostics);

  const { machines } = lowered;
  const lockChanges = settle(context, module, machines, program);
  diagnostics.push(...lockDiagnostics(context, module, machines, lockChanges));
  if (hasError(diagnostics)) return failed(diagnostics, lockChanges);
  const { insertions } = emitModule(sourceFile, lowered, (name, state) =>
    context.lock.accepts(
      machines.find((machine) => machine.name === name)!,
      state,
    ),
  );
  const edits = insertions.map(({ at, chunks }): Edit => ({ at, remove: 0, chunks }));
  return {
    module,
    machines: describe(context, module, machines, program),
    edits: [...(isKnown ? markTypes(sourceFile, program) : []), ...edits],
    diagnostics,
    lockChanges,
  };
}

const nothing: LoweredModule = { machines: [], errors: noErrors, diagnostics: [] };

function settle(
  { lock, settings, isOneByOne }: Context,
  module: LocalModule,
  machines: readonly MachineIr[],
  program: ts.Program,
): MachineChange[] {
  const shapes = new Map(
    machines.map((machine) => [machine, methodShape(machine, module.sourceFile, program.getTypeChecker())]),
  );
  lock.name(machines, shapes);
  const locked = machines.filter((machine) => machine.isMeant || !isOneByOne || lock.knows(machine));
  const changes = locked.map((machine) =>
    lock.settle(machine, createTypeTable(machine, module.sourceFile, program), shapes.get(machine)),
  );
  lock.settleFile(pathFrom(settings.root, module.path), locked);
  return changes.filter(({ isDifferent }) => isDifferent);
}

function describe(
  { lock }: Context,
  module: LocalModule,
  machines: readonly MachineIr[],
  program: ts.Program,
): CompiledMachine[] {
  const options = readWrittenOptions(module.sourceFile, program.getTypeChecker());
  const accepts = (machine: MachineIr, state: string) => lock.accepts(machine, state);
  return machines.map((ir) => ({
    path: module.path,
    workflow: ir.workflow,
    isAbstract: options.isAbstract(ir),
    ir,
    entry: describeForManifest(ir, { options, accepts }),
  }));
}

/** Under a frozen lock each difference is an error at the method that differs. */
function lockDiagnostics(
  { isFrozen, lock, settings }: Context,
  { sourceFile }: LocalModule,
  machines: readonly MachineIr[],
  changes: readonly MachineChange[],
): Diagnostic[] {
  const problem = lock.problem();
  if (problem && machines.length > 0) return [problem];
  if (!isFrozen) return [];
  const name = pathFrom(settings.cwd, lock.path);
  return changes.map((change) => {
    const line = machines.find((machine) => machine.name === change.machine)?.line ?? 1;
    const at = sourceFile.getPositionOfLineAndCharacter(line - 1, 0);
    const start = at + /^\s*/.exec(sourceFile.text.slice(at))![0].length;
    const [code, what] = lock.isMissing()
      ? (['HL8002', 'There is no'] as const)
      : (['HL8001', 'The code differs from'] as const);
    return diagnosticAt(sourceFile, start, code, `${what} ${name}.\n${describeChanges(change)}`, {
      hint: `Run \`hopline check --update\` and commit ${name}.`,
    });
  });
}

function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

function emit(
  { settings, source }: Context,
  compiled: CompiledSource,
  modules: ReadonlyMap<string, LocalModule>,
  output: OutputPaths,
): EmittedModule {
  const { module, edits } = compiled;
  const path = output.of(module);
  if (!edits) return { output: undefined, diagnostics: [] };
  if (modules.has(path) || path === module.path)
    return noOutput(
      diagnosticForFile(
        module.path,
        'HL7005',
        `The output would overwrite the source ${pathFrom(settings.cwd, path)}.`,
        {
          hint: 'Choose another output folder with --out (outDir).',
        },
      ),
    );
  if (module.kind === 'json') return { output: { path, text: module.sourceFile.text }, diagnostics: [] };
  const refusals = nodeDiagnostics(module, source.program());
  if (hasError(refusals)) return { output: undefined, diagnostics: refusals };

  const specifiers = rewriteSpecifiers(module, modules, output);
  const complete = applyEdits(module.sourceFile.text, [...replaceInCopies(edits, specifiers), ...specifiers]);
  const script = toJavaScript(complete, module.path, module.kind, settings.options, {
    file: path.slice(path.lastIndexOf('/') + 1),
    source: slashes(relative(dirname(path), module.path)),
  });
  if (script.errors.length > 0) return noOutput(syntaxError(module, source.program(), script.errors[0]!));
  const text = `${script.text}//# sourceMappingURL=${path.slice(path.lastIndexOf('/') + 1)}.map\n`;
  return { output: { path, text, map: script.map }, diagnostics: refusals };
}

/** The author's where the source itself does not parse, else ours: caught as a defect. */
function syntaxError(module: LocalModule, program: ts.Program, error: ts.Diagnostic): Diagnostic {
  const own = program.getSyntacticDiagnostics(module.sourceFile)[0];
  if (own) return fromTypescript(own);
  throw new Error(`the text made for it does not parse: ${ts.flattenDiagnosticMessageText(error.messageText, '\n')}`);
}
