import { isAbsolute, relative, sep } from 'node:path';

/** With forward slashes, as TypeScript, maps and manifests have them on every system. */
export function slashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

/** Relative to the folder where it lies inside, else as it is. With forward slashes. */
export function pathFrom(folder: string, path: string): string {
  const away = relative(folder, path);
  return away === '' || away.startsWith('..') || isAbsolute(away) ? slashes(path) : slashes(away);
}
