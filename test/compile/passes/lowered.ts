/** Source text to machines, without a file being written: for tests of the single passes. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ts } from 'ts-morph';
import { Durables } from '../../../codegen/analyse/durable.ts';
import { classesWithCodec } from '../../../codegen/analyse/serialisable.ts';
import { readSettings } from '../../../codegen/project/settings.ts';
import { createSourceProgram, type SourceProgram } from '../../../codegen/project/source-program.ts';
import type { LoweredModule, MachineIr, Suspension } from '../../../codegen/ir/instruction.ts';
import { lowerModule } from '../../../codegen/lower/module.ts';
import { makeProjectFolder } from '../project-folder.ts';

export class Lowering {
  private readonly root = makeProjectFolder();
  private readonly file = join(this.root, 'snippet.ts');
  private readonly source: SourceProgram;

  constructor() {
    const settings = readSettings({ files: [this.file], cwd: this.root });
    this.source = createSourceProgram(settings.options);
    this.source.addRoots([this.file]);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** `text` is a whole module. */
  program(text: string): { program: ts.Program; file: ts.SourceFile } {
    this.source.update(this.file, text);
    const program = this.source.program();
    return { program, file: program.getSourceFile(this.file)! };
  }

  module(text: string): LoweredModule {
    const { program, file } = this.program(text);
    return lowerModule(file, { checker: program.getTypeChecker(), program, root: this.root });
  }

  classesWithCodec(): ReadonlySet<ts.Symbol> {
    const program = this.source.program();
    return classesWithCodec(program, Durables.of(program.getTypeChecker()));
  }

  /** One workflow `run` with this body, in a class with some activities. */
  body(body: string, { parameters = '', before = '' }: { parameters?: string; before?: string } = {}): MachineIr {
    return this.only(workflowModule([{ name: 'Example', parameters, body }], before));
  }

  /** The workflow of a module that has one, and compiles. */
  only(text: string): MachineIr {
    const { machines, diagnostics } = this.module(text);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join('\n'));
    return machines.find(({ workflow }) => workflow)!;
  }
}

export interface WorkflowText {
  readonly name: string;
  readonly parameters?: string;
  readonly body: string;
}

/** A module with a class for each workflow. */
export function workflowModule(workflows: readonly WorkflowText[], before = ''): string {
  const classes = workflows.map(
    ({ name, parameters = '', body }) => `
export class ${name} {
  readonly rate: number = 1;
  readonly service = { call: (): number => 1 };
  @activity() async get(...given: any[]): Promise<any> { return given[0]; }
  @activity() async number(...given: unknown[]): Promise<number> { return given.length; }
  @workflow()
  async run(${parameters}) {
${body}
  }
}`,
  );
  return `import { activity, inline, rateLimit, sleep, sleepUntil, workflow } from 'hopline';\n${before}\n${classes.join('\n')}\n`;
}

export function suspensionAt(machine: MachineIr, index: number): Suspension {
  const suspension = machine.suspensions[index];
  if (!suspension) throw new Error(`${machine.name} has ${machine.suspensions.length} suspensions`);
  return suspension;
}

/** Keys of what travels from each suspension, in the order of the source: made-again slots do not travel. */
export function carried(machine: MachineIr): string[][] {
  return machine.suspensions.map(({ live }) => live.filter((slot) => !slot.remake).map((slot) => slot.key));
}
