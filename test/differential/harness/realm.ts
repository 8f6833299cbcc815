import { createContext, Script } from 'node:vm';
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import type { EffectsLog } from './effects-log.ts';
import type { CallName } from './realm/entry.ts';

/** A program that crashed, hung or ended without an answer; not an error that the program itself came to. */
export class RealmCrash extends Error {}

/** How long one evaluation may take before it counts as hung. */
const evaluationMs = 2_000;

const globals = { URL, URLSearchParams, TextEncoder, TextDecoder, AbortController, AbortSignal, atob, btoa };

let support: Promise<Script> | undefined;

/** The script that every realm evaluates first, bundled once. */
export function loadSupport(): Promise<Script> {
  support ??= bundle();
  return support;
}

async function bundle(): Promise<Script> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('./realm/entry.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    platform: 'neutral',
    target: 'node20',
    keepNames: false,
    write: false,
  });
  return new Script(result.outputFiles[0]!.text, { filename: 'harness-realm.js' });
}

/** One set of globals with one program in it. Only strings go in and out. */
export class Realm {
  readonly #context: Record<string, unknown>;
  #effects: EffectsLog | undefined;

  constructor(supportScript: Script, program: Script) {
    const silent = Object.fromEntries(['log', 'info', 'warn', 'error', 'debug'].map((name) => [name, () => undefined]));
    this.#context = createContext({ ...globals, console: silent }, { microtaskMode: 'afterEvaluate' });
    this.#context['__ask'] = (question: string) => this.#effects!.answer(question);
    this.#evaluate(supportScript);
    this.#evaluate(program);
  }

  /** @throws RealmCrash */
  call(name: CallName, input: unknown, effects: EffectsLog): unknown {
    this.#effects = effects;
    this.#context['__input'] = JSON.stringify(input ?? null);
    this.#context['__output'] = undefined;
    this.#evaluate(callScripts[name]);
    const output = this.#context['__output'] as string | undefined;
    if (output === undefined) throw new RealmCrash('it waits for something that never comes');
    const answer = JSON.parse(output) as { result?: unknown; crash?: string };
    if (answer.crash !== undefined) throw new RealmCrash(answer.crash);
    return answer.result;
  }

  #evaluate(script: Script): void {
    try {
      script.runInContext(this.#context, { timeout: evaluationMs });
    } catch (error) {
      throw new RealmCrash(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
}

const callScripts: Record<CallName, Script> = {
  list: callScript('list'),
  plain: callScript('plain'),
  deliver: callScript('deliver'),
  deliverAll: callScript('deliverAll'),
};

function callScript(name: CallName): Script {
  return new Script(`__harness.call('${name}')`, { filename: 'harness-call.js' });
}
