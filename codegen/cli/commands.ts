import { registerBuild } from './build-command.ts';
import { registerCheck } from './check-command.ts';
import type { RegisterCommand } from './command.ts';
import { registerGraph } from './graph-command.ts';
import { registerRun } from './run-command.ts';
import { registerSqs } from './sqs-command.ts';

/** In the order in which help lists them. */
export const commands: readonly RegisterCommand[] = [
  registerBuild,
  registerCheck,
  registerRun,
  registerGraph,
  registerSqs,
];
