import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is compiled for one call of a command, gone when it ends. */
export interface RunFolder {
  readonly path: string;
  remove(): void;
}

const leftBehindMs = 24 * 60 * 60 * 1_000;

/**
 * A folder below the project's `node_modules`, so that what is compiled into it finds the project's packages as the sources
 * do. `hopline` itself is the one that this command is a part of, also in a project that has not installed it.
 */
export function makeRunFolder(start: string): RunFolder {
  const cache = join(projectFolder(start), 'node_modules', '.cache', 'hopline');
  mkdirSync(cache, { recursive: true });
  const path = mkdtempSync(join(cache, 'run-'));
  writeFileSync(join(path, 'package.json'), '{ "type": "module" }\n');
  mkdirSync(join(path, 'node_modules'));
  symlinkSync(ownPackage(), join(path, 'node_modules', 'hopline'), 'junction');
  removeLeftBehind(cache, path);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The nearest folder above with packages installed, else that of the nearest package. */
function projectFolder(start: string): string {
  return nearestWith(start, 'node_modules') ?? nearestWith(start, 'package.json') ?? start;
}

function ownPackage(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return nearestWith(here, 'package.json')!;
}

function nearestWith(start: string, name: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** A command that was killed could not clear up behind itself. */
function removeLeftBehind(cache: string, own: string): void {
  const nowMs = statSync(own).mtimeMs;
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    if (!name.startsWith('run-')) continue;
    const age = statSync(path, { throwIfNoEntry: false });
    if (age && nowMs - age.mtimeMs > leftBehindMs) rmSync(path, { recursive: true, force: true });
  }
}
