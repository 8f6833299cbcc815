import { HoplineError } from '../runtime/protocol/errors.ts';
import { currentPlainContext, type PlainContext } from './plain-context.ts';

/** The plain context that performs `call`, or the error that says how to compile. */
export function plainContextFor(call: string): PlainContext {
  const context = currentPlainContext();
  if (context) return context;
  throw new HoplineError(
    'NOT_COMPILED',
    `${call} ran as plain code; a durable call waits in a message, which only a compiled workflow can do. ` +
      `Compile the file with \`hopline build\` (or the plugin 'hopline/vite' under vite and vitest) and start the workflow with client.start(); ` +
      `in a test, env.plain(() => …) runs plain code on virtual time.`,
  );
}
