/** The repository as Git has it. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { existsSync } from 'node:fs';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Paths that Git tracks or will (new files that it does not ignore), without those that are deleted. */
export function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(repository, path))).sort();
}

/** TypeScript of these folders. */
export function sourceFiles(folders: readonly string[]): string[] {
  return trackedFiles().filter(
    (path) => path.endsWith('.ts') && folders.some((folder) => path.startsWith(`${folder}/`)),
  );
}
