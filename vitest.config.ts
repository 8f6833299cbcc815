import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import hopline from './codegen/vite.ts';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const compiler = hopline();
/** What is written as users write it is compiled as users have it; other tests bring their machines along. */
const compiledFolders = /\/(?:examples|test\/e2e|test\/cases|test\/groups|test\/calls)\//;
const compiled = {
  ...compiler,
  transform(code: string, id: string) {
    return compiledFolders.test(id) ? compiler.transform.call(this, code, id) : undefined;
  },
};

/** Tests run on the sources: the package's own subpaths resolve to them, so that no stale build can pass. */
export default defineConfig({
  plugins: [compiled],
  resolve: {
    alias: [
      { find: /^hopline$/, replacement: source('./sdk/index.ts') },
      { find: /^hopline\/worker$/, replacement: source('./runtime/worker.ts') },
      { find: /^hopline\/embedded-sqs$/, replacement: source('./runtime/embedded-sqs/index.ts') },
      { find: /^hopline\/testing$/, replacement: source('./runtime/testing/index.ts') },
      { find: /^hopline\/stores$/, replacement: source('./runtime/stores/index.ts') },
      { find: /^hopline\/machine$/, replacement: source('./runtime/protocol/machine-support.ts') },
      { find: /^hopline\/codegen$/, replacement: source('./codegen/index.ts') },
      { find: /^hopline\/vite$/, replacement: source('./codegen/vite.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
