/** How text is made to stand out: by escape sequences on a terminal, not at all elsewhere. */
export interface Colours {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
  blue(text: string): string;
}

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  blue: [34, 39],
} as const;

export function colours(enabled: boolean): Colours {
  const paint =
    ([on, off]: readonly [number, number]) =>
    (text: string) =>
      enabled && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    bold: paint(codes.bold),
    dim: paint(codes.dim),
    red: paint(codes.red),
    yellow: paint(codes.yellow),
    green: paint(codes.green),
    blue: paint(codes.blue),
  };
}

/** On a terminal, unless the user says no (https://no-color.org) or yes. */
export function wantsColours(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true;
  return isTerminal && env['TERM'] !== 'dumb';
}
