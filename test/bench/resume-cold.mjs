/** Reads a body from standard input, resumes it once, and prints the milliseconds that it took. */
import { text } from 'node:stream/consumers';
import { registerWorkflows } from '../../dist/runtime/loop/workflow-registry.js';
import { loadCompiled } from './compiled-chain.mjs';
import { resumed } from './resume.mjs';

const Chain = await loadCompiled();
const registered = registerWorkflows([new Chain()])['Chain.run'];
const body = await text(process.stdin);
const startedMs = performance.now();
resumed(registered, new Chain(), body);
console.log(performance.now() - startedMs);
