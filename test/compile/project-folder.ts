/** A project as users have it, in a temporary folder: its own tsconfig, `hopline` as a dependency in `node_modules`. */
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** `nodenext` and strict, and a library with `using` in it. */
const tsconfig = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2024', 'esnext.disposable'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  },
};

/** Returns its path; who makes it removes it. */
export function makeProjectFolder(): string {
  if (!existsSync(join(repository, 'dist/sdk/index.d.ts')))
    throw new Error('The types of hopline are not built; run `npx tsc -b` first.');
  const root = mkdtempSync(join(tmpdir(), 'hopline-compile-'));
  mkdirSync(join(root, 'node_modules/@types'), { recursive: true });
  symlinkSync(repository, join(root, 'node_modules/hopline'));
  symlinkSync(join(repository, 'node_modules/@types/node'), join(root, 'node_modules/@types/node'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(tsconfig));
  return root;
}
