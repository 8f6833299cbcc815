/**
 * All fixtures as one project of a user, compiled in one go, because reading the types of the language costs more than all
 * fixtures together.
 */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Build, build } from '../../codegen/compile.ts';
import { colours } from '../../codegen/diagnostics/colours.ts';
import { formatDiagnostic } from '../../codegen/diagnostics/code-frame.ts';
import type { Diagnostic } from '../../codegen/diagnostics/diagnostic.ts';
import { printMachine } from '../../codegen/ir/print.ts';
import { applyEdits } from '../../codegen/source-map/edited-text.ts';
import { makeProjectFolder } from './project-folder.ts';

export const casesFolder = fileURLToPath(new URL('./cases', import.meta.url));

/** What the compiler made of one fixture, as text to be compared; undefined where it made none. */
export interface FixtureResult {
  readonly 'ir.expected.txt': string | undefined;
  readonly 'machine.expected.ts': string | undefined;
  readonly 'diagnostics.expected.txt': string | undefined;
}

export const expectedFiles = ['ir.expected.txt', 'machine.expected.ts', 'diagnostics.expected.txt'] as const;

export function caseNames(): string[] {
  return readdirSync(casesFolder).sort();
}

export class FixtureProject {
  readonly root: string;
  private readonly built: Build;

  constructor(names: readonly string[], folder = casesFolder) {
    this.root = makeProjectFolder();
    for (const name of names) cpSync(join(folder, name, 'input.ts'), join(this.root, name, 'input.ts'));
    this.built = build({ files: names.map((name) => join(name, 'input.ts')), cwd: this.root, frozenLock: false });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  inputPath(name: string): string {
    return join(this.root, name, 'input.ts');
  }

  diagnostics(name: string): Diagnostic[] {
    return this.built.diagnostics.filter(({ file }) => file === `${name}/input.ts`);
  }

  /** The module as Node runs it; undefined where it was refused. */
  javaScript(name: string): string | undefined {
    return this.built.outputs.find(({ path }) => path.endsWith(`/${name}/input.js`))?.text;
  }

  result(name: string): FixtureResult {
    const source = this.built.sources.find(({ module }) => module.path === this.inputPath(name))!;
    const text = readFileSync(this.inputPath(name), 'utf8');
    const machines = source.machines.map(({ ir }) => printMachine(ir));
    const diagnostics = this.diagnostics(name).map((diagnostic) =>
      formatDiagnostic({ ...diagnostic, file: 'input.ts' }, text, colours(false)),
    );
    return {
      'ir.expected.txt': machines.length > 0 ? machines.join('\n') : undefined,
      'machine.expected.ts':
        source.edits && source.machines.length > 0 ? applyEdits(text, source.edits).text : undefined,
      'diagnostics.expected.txt': diagnostics.length > 0 ? diagnostics.join('\n') : undefined,
    };
  }
}
