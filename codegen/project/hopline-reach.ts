/**
 * Which files speak of hopline, themselves or through a module that they import. By text alone: nothing is bound or
 * checked, so that a project of a thousand files without workflows pays nothing for them.
 *
 * Invariant: what is not reached from a file is not reached from any file on the way, so each file is read once.
 */
import { ts } from 'ts-morph';
import { slashes } from './paths.ts';

interface Glance {
  readonly text: string;
  readonly speaks: boolean;
  readonly imports: readonly string[];
}

export interface HoplineReach {
  has(path: string): boolean;
  /** The text of the file may have changed. */
  update(path: string): void;
}

export function createHoplineReach(host: ts.ModuleResolutionHost, options: ts.CompilerOptions): HoplineReach {
  const glances = new Map<string, Glance>();
  const answers = new Map<string, boolean>();
  const resolutions = ts.createModuleResolutionCache(
    host.getCurrentDirectory?.() ?? '.',
    (name) => (ts.sys.useCaseSensitiveFileNames ? name : name.toLowerCase()),
    options,
  );
  const glanceAt = (path: string): Glance => {
    let glance = glances.get(path);
    if (!glance) glances.set(path, (glance = glanceAtText(path, host.readFile(path) ?? '')));
    return glance;
  };
  const glanceAtText = (path: string, text: string): Glance => {
    const speaks = text.includes('hopline');
    const imports = speaks ? [] : ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
    return { text, speaks, imports: imports.flatMap((name) => localFile(name, path)) };
  };
  const localFile = (name: string, from: string): string[] => {
    const { resolvedModule: found } = ts.resolveModuleName(name, from, options, host, resolutions);
    const isLocal =
      found && !found.isExternalLibraryImport && !/\/node_modules\/|\.d\.[cm]?ts$/.test(found.resolvedFileName);
    return isLocal ? [slashes(found.resolvedFileName)] : [];
  };
  return {
    has(path) {
      const from = slashes(path);
      const known = answers.get(from);
      if (known !== undefined) return known;
      const seen = new Set([from]);
      for (const file of seen) {
        const { speaks, imports } = glanceAt(file);
        if (speaks || imports.some((each) => answers.get(each) === true)) {
          answers.set(from, true);
          return true;
        }
        for (const each of imports) if (!answers.has(each)) seen.add(each);
      }
      for (const file of seen) answers.set(file, false);
      return false;
    },
    update(path) {
      const name = slashes(path);
      const glance = glances.get(name);
      if (glance && glance.text === host.readFile(name)) return;
      glances.delete(name);
      answers.clear();
      resolutions.clear();
    },
  };
}
