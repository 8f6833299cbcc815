import { registerBuild } from './build.ts';
import { registerCheck } from './check.ts';
import type { RegisterCommand } from './command.ts';
import { registerGraph } from './graph.ts';
import { registerSqs } from './sqs.ts';

/** In the order in which help lists them. */
export const commands: readonly RegisterCommand[] = [registerBuild, registerCheck, registerGraph, registerSqs];
