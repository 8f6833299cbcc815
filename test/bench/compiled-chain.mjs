/** The measured workflow, compiled. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Inside the package, so that the output finds `hopline`. */
export const outDir = fileURLToPath(new URL('../../dist/.cache/bench', import.meta.url));

export function compileChain() {
  execFileSync(process.execPath, [fileURLToPath(new URL('./compile-chain.mjs', import.meta.url))], {
    stdio: 'inherit',
  });
}

/** What {@link compileChain} left. */
export async function loadCompiled() {
  const { Chain } = await import(pathToFileURL(join(outDir, 'chain.js')).href);
  return Chain;
}
