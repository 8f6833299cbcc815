#!/usr/bin/env node
import { type CliContext, terminal } from './context.ts';
import { runCommandLine } from './program.ts';

const context: CliContext = {
  cwd: process.cwd(),
  env: process.env,
  out: terminal(process.stdout, process.env),
  err: terminal(process.stderr, process.env),
  interrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    }),
};

// A reader that goes away (`hopline build --json | head`) ends the output, not with a stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runCommandLine(process.argv.slice(2), context);
// What a user's services left open (a pool, a server) must not keep a command alive that is done; what was written must out.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((out) => stream.write('', out))));
process.exit();
