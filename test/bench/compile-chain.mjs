/** Compiles the measured workflow as `hopline build` does. In a process of its own: the compiler's memory is not our subject. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'hopline/codegen';
import { outDir } from './compiled-chain.mjs';

const cwd = fileURLToPath(new URL('.', import.meta.url));
const lock = join(outDir, 'hopline.lock.json');
mkdirSync(outDir, { recursive: true });
const { diagnostics } = await compile({ files: ['chain.ts'], cwd, outDir, emit: true, lock, frozenLock: false });
const errors = diagnostics.filter(({ severity }) => severity === 'error');
for (const { code, message } of errors) console.error(code, message);
process.exitCode = errors.length > 0 ? 1 : 0;
