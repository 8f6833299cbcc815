/** Compiles the measured workflow as `hopline build` does, and loads what came out. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
/** Inside the package, so that the output finds `hopline`. */
const outDir = fileURLToPath(new URL('../../dist/.cache/bench', import.meta.url));

export async function compileChain() {
  const { compile } = await import('hopline/codegen');
  mkdirSync(outDir, { recursive: true });
  const lock = join(outDir, 'hopline.lock.json');
  const { diagnostics } = await compile({
    files: ['chain.ts'],
    cwd: here,
    outDir,
    emit: true,
    lock,
    frozenLock: false,
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join('\n'));
}

/** What {@link compileChain} left. */
export async function loadCompiled() {
  const { Chain } = await import(pathToFileURL(join(outDir, 'chain.js')).href);
  return Chain;
}
