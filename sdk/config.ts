import type { Store } from '../runtime/ports/store.ts';
import { requireKnownKeys } from '../runtime/protocol/option-keys.ts';
import type { SigningOptions } from './signing.ts';

type Constructor<C> = abstract new (...args: any[]) => C;

/**
 * What a worker runs: an instance of a compiled class, or a class with the factory that makes one for each delivery.
 * Services come from here; they are never part of a message.
 */
export type WorkflowEntry =
  | object
  | {
      use: Constructor<object>;
      create: (run: { id: string; workflow: string }) => object | Promise<object>;
    };

/** The project's `hopline.config.ts`, read by the command line. */
export interface HoplineConfig {
  /** Globs of the sources that hold workflows, relative to the configuration's folder. */
  files: string[];
  /** Default: the nearest `tsconfig.json`. */
  tsconfig?: string;
  /** Builds what the worker runs; services are made here. */
  workflows: () => WorkflowEntry[] | Promise<WorkflowEntry[]>;
  /** Default: the embedded queue. */
  queue?: { url: string } | { name: string };
  store?: () => Store | Promise<Store>;
  signing?: SigningOptions;
}

/**
 * Types the default export of `hopline.config.ts` and refuses what is misspelt in it.
 *
 * @throws HoplineError `CONFIGURATION` naming an unknown key.
 * @example
 * ```ts
 * import { defineConfig, sleep, workflow } from 'hopline';
 *
 * class Greeting {
 *   @workflow()
 *   async hello(): Promise<string> {
 *     await sleep('1 minute');
 *     return 'hello';
 *   }
 * }
 *
 * export default defineConfig({
 *   files: ['src/workflows/*.ts'],
 *   workflows: () => [new Greeting()],
 * });
 * ```
 */
export function defineConfig(config: HoplineConfig): HoplineConfig {
  requireKnownKeys(
    config,
    'defineConfig()',
    ['files', 'tsconfig', 'workflows', 'queue', 'store', 'signing'],
    'CONFIGURATION',
  );
  return config;
}
