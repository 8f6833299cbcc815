import { basename, dirname, relative, resolve } from 'node:path';

import { ts } from 'ts-morph';

import { manifestFileName } from '../manifest.ts';
import { UsageError } from './context.ts';
import { nearest } from './nearest.ts';

const extensions = ['.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs'];
const notSources = ['**/node_modules/**', '**/*.d.ts', '**/*.d.mts'];

/**
 * Paths, folders (all sources in them) and patterns (`src/**\/*.ts`, `{a,b}`) as absolute paths, each once, in the order
 * given. Shells expand patterns or do not; both must come to the same.
 *
 * @throws UsageError where one of them means no file
 */
export function expandFiles(cwd: string, patterns: readonly string[]): string[] {
  const files = patterns.flatMap((pattern) => {
    const found = expandOne(cwd, pattern);
    if (found.length === 0) throw new UsageError(noFile(cwd, pattern));
    return found;
  });
  return [...new Set(files)];
}

function expandOne(cwd: string, pattern: string): string[] {
  const path = resolve(cwd, pattern);
  if (ts.sys.fileExists(path)) return [path];
  if (ts.sys.directoryExists(path)) return sourcesIn(path, '**/*');
  if (!/[*?{]/.test(pattern)) return [];
  return expandBraces(pattern).flatMap((part) => sourcesIn(cwd, part));
}

/** Without what a build wrote: a folder with a manifest holds outputs. */
function sourcesIn(folder: string, pattern: string): string[] {
  const outputs = ts.sys
    .readDirectory(folder, ['.json'], notSources, [`**/${manifestFileName}`])
    .map((path) => `${dirname(path)}/`);
  return ts.sys
    .readDirectory(folder, extensions, notSources, [pattern])
    .filter((path) => !outputs.some((output) => path.startsWith(output)))
    .sort();
}

/** `{a,b}/{c,d}` to four patterns; TypeScript's own patterns know only stars and question marks. */
function expandBraces(pattern: string): string[] {
  const match = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(pattern);
  if (!match) return [pattern];
  const [, before, choices, after] = match;
  return choices!.split(',').flatMap((choice) => expandBraces(`${before}${choice}${after}`));
}

function noFile(cwd: string, pattern: string): string {
  const path = resolve(cwd, pattern);
  const folder = dirname(path);
  const siblings = ts.sys.directoryExists(folder) ? ts.sys.readDirectory(folder, extensions, notSources, ['*']) : [];
  const like = nearest(
    basename(path),
    siblings.map((file) => basename(file)),
  );
  const hint = like === undefined ? '' : ` Did you mean ${relative(cwd, resolve(folder, like))}?`;
  return `'${pattern}' is no file, no folder with sources, and matches none.${hint}`;
}
