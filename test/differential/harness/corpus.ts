import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../programs', import.meta.url));

/** One file of the corpus. */
export interface CorpusProgram {
  readonly name: string;
  readonly file: string;
  readonly source: string;
}

export const corpusFolder = folder;

export function corpusPrograms(): CorpusProgram[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => {
      const file = join(folder, name);
      return { name: basename(name, '.ts'), file, source: readFileSync(file, 'utf8') };
    });
}
