import { dirname, join, relative, resolve } from 'node:path';

import { slashes } from '../project/paths.ts';
import type { LocalModule } from '../project/module-graph.ts';

/** Where each module's output goes. */
export interface OutputPaths {
  readonly outDir: string;
  /** Absolute, with forward slashes. */
  of(module: Pick<LocalModule, 'path' | 'kind'>): string;
  /** The specifier by which the output of one module reaches that of another. */
  specifier(from: Pick<LocalModule, 'path' | 'kind'>, to: Pick<LocalModule, 'path' | 'kind'>): string;
}

/**
 * The layout of the sources below `rootDir` is kept below `outDir`, so that relative paths stay what they are. A
 * `rootDir` that does not hold all modules cannot rule; then the deepest folder that does is taken, as tsc does.
 */
export function planOutput(outDir: string, rootDir: string | undefined, paths: readonly string[]): OutputPaths {
  const root =
    rootDir !== undefined && paths.every((path) => isInside(slashes(rootDir), path))
      ? slashes(rootDir)
      : commonFolder(paths);
  const of = (module: Pick<LocalModule, 'path' | 'kind'>) =>
    slashes(resolve(outDir, relative(root, withOutputExtension(module))));
  return {
    outDir: slashes(outDir),
    of,
    specifier(from, to) {
      const away = slashes(relative(dirname(of(from)), of(to)));
      return away.startsWith('.') ? away : `./${away}`;
    },
  };
}

function withOutputExtension({ path, kind }: Pick<LocalModule, 'path' | 'kind'>): string {
  if (kind === 'json') return path;
  if (kind === 'commonjs') return path.replace(/\.c?[jt]sx?$/, '.cjs');
  return path.replace(/\.(m?)[jt]sx?$/, '.$1js');
}

function isInside(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function commonFolder(paths: readonly string[]): string {
  const [first, ...rest] = paths;
  let folder = first === undefined ? '.' : dirname(first);
  while (!rest.every((path) => isInside(folder, path)) && folder !== dirname(folder)) folder = join(folder, '..');
  return slashes(folder);
}
