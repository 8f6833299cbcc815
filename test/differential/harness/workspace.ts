/**
 * A project as users have it, in a temporary folder: its own tsconfig, `hopline` as a dependency in `node_modules`. (Inside
 * this repository `hopline` would be the package itself, and not a dependency.)
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const differential = join(repository, 'test/differential');

export class Workspace {
  readonly root: string;
  /** Where programs stand; `../harness/host.ts` is there for them. */
  readonly programs: string;
  readonly #compilerOptions: object;

  /** @param compilerOptions beyond those of the corpus */
  constructor(compilerOptions: object = {}) {
    if (!existsSync(join(repository, 'dist/sdk/index.d.ts')))
      throw new Error('The types of hopline are not built; run `npx tsc -b` first.');
    this.root = mkdtempSync(join(tmpdir(), 'hopline-differential-'));
    this.programs = join(this.root, 'programs');
    mkdirSync(this.programs);
    mkdirSync(join(this.root, 'node_modules/@types'), { recursive: true });
    symlinkSync(repository, join(this.root, 'node_modules/hopline'));
    symlinkSync(join(repository, 'node_modules/@types/node'), join(this.root, 'node_modules/@types/node'));
    cpSync(join(differential, 'harness/host.ts'), join(this.root, 'harness/host.ts'));
    writeFileSync(join(this.root, 'package.json'), '{ "type": "module" }\n');
    this.#compilerOptions = compilerOptions;
    this.#writeConfiguration();
  }

  #writeConfiguration(): void {
    const text = readFileSync(join(differential, 'programs/tsconfig.json'), 'utf8');
    const config = JSON.parse(text) as { compilerOptions: object };
    Object.assign(config.compilerOptions, this.#compilerOptions);
    writeFileSync(this.tsconfig, JSON.stringify(config));
  }

  get tsconfig(): string {
    return join(this.programs, 'tsconfig.json');
  }

  addFolder(folder: string): void {
    cpSync(folder, this.programs, { recursive: true });
    this.#writeConfiguration();
  }

  /** The path of the new file. */
  add(name: string, source: string): string {
    const file = this.file(name);
    writeFileSync(file, source);
    return file;
  }

  file(name: string): string {
    return join(this.programs, `${name}.ts`);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
