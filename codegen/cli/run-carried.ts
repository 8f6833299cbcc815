import type { SqsLike } from '../../runtime/ports/sqs-like.ts';
import { decodeBody } from '../../runtime/protocol/body.ts';
import { attributeNames } from '../../runtime/protocol/envelope.ts';
import { decodeFrames } from '../../runtime/protocol/frames.ts';
import type { Frame } from '../../runtime/protocol/machine.ts';
import type { Manifest } from '../manifest.ts';

interface SentMessage {
  readonly MessageBody?: string;
  readonly MessageAttributes?: Readonly<Record<string, { readonly StringValue?: string }>>;
}

/** An SDK client takes more than the command. */
interface Sender {
  send(command: unknown, ...rest: unknown[]): Promise<unknown>;
}

/** The newest message of each run, as it went through a client; it is only read when somebody asks what it carries. */
export class SentBodies {
  readonly #bodies = new Map<string, string>();

  /** The same client, with its sends seen. What else it has (an embedded queue's clock) it keeps. */
  around<S extends SqsLike>(sqs: S): S {
    const send = (command: { input?: { Entries?: SentMessage[] } & SentMessage }, ...rest: unknown[]) => {
      const { input } = command;
      for (const message of input?.Entries ?? (input ? [input] : [])) this.#note(message);
      return (sqs as Sender).send(command, ...rest);
    };
    return new Proxy(sqs, {
      get: (target, key) => (key === 'send' ? send : (Reflect.get(target, key, target) as unknown)),
    });
  }

  #note({ MessageBody, MessageAttributes }: SentMessage): void {
    const run = MessageAttributes?.[attributeNames.run]?.StringValue;
    if (run !== undefined && MessageBody !== undefined) this.#bodies.set(run, MessageBody);
  }

  bodyOf(runId: string): string | undefined {
    return this.#bodies.get(runId);
  }
}

/** Names of the live locals in a body, outermost method first; undefined where it cannot be read here. */
export function localsIn(body: string, manifest: Manifest): string[] | undefined {
  const read = decodeBody(body);
  if (!read.ok) return undefined;
  try {
    return [...new Set(decodeFrames(read.envelope.frames).flatMap((frame) => localsOf(frame, manifest)))];
  } catch {
    // A class whose codec is registered only where the worker runs: then the names are not known here.
    return undefined;
  }
}

/** Temporaries of the compiler have no type in the manifest. A `@2` after a name tells it from another of that name. */
function localsOf({ machine, state, locals }: Frame, { workflows, helpers }: Manifest): string[] {
  const types = [...workflows, ...helpers].find((known) => known.machine === machine)?.states[state]?.locals;
  return Object.keys(locals)
    .filter((key) => types?.[key] !== '')
    .map((key) => key.replace(/@\d+$/, ''));
}
