/** A project in a folder of its own, with this package linked as a user would have it installed. */
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

export const checkout = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

export interface ProcessResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TempProject {
  readonly root: string;
  write(files: Readonly<Record<string, string>>): void;
  read(path: string): string;
  has(path: string): boolean;
  /** Runs node in the folder. The environment holds no CI, unless `env` gives it. */
  node(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<ProcessResult>;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function tempProject(files: Readonly<Record<string, string>>, linked: readonly string[] = []): TempProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hopline-')));
  folders.push(root);
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(checkout, join(root, 'node_modules/hopline'));
  for (const name of linked) symlinkSync(join(checkout, 'node_modules', name), join(root, 'node_modules', name));
  const project: TempProject = {
    root,
    write(written) {
      for (const [path, text] of Object.entries(written)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    has: (path) => existsSync(join(root, path)),
    node(args, env = {}) {
      // Vitest's own variables would change what a child that is a test runner, or writes to a terminal, does.
      const inherited = Object.fromEntries(
        Object.entries(process.env).filter(
          ([name]) => !/^(CI|NO_COLOR|FORCE_COLOR|NODE_OPTIONS|VITEST.*|TEST|NODE_ENV)$/.test(name),
        ),
      );
      return new Promise((resolve) => {
        execFile(
          process.execPath,
          [...args],
          { cwd: root, env: { ...inherited, ...env }, maxBuffer: 1 << 26 },
          (error, stdout, stderr) => {
            resolve({ code: error ? ((error.code as unknown as number) ?? 1) : 0, stdout, stderr });
          },
        );
      });
    },
  };
  project.write({ 'package.json': JSON.stringify({ name: 'sample', type: 'module' }), ...files });
  return project;
}

/** A tsconfig as a new project has it, without the types of browsers, which are half of what a compiler would read. */
export function tsconfig(options: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      lib: ['es2022'],
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      types: [],
      ...options,
    },
  });
}
