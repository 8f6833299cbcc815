import { HoplineError, type ErrorCode } from './errors.ts';
import { shownArgument } from './shown-argument.ts';

/** Refuses what is no options object, and every key that is not `known`, by name: a misspelt option must not be ignored. */
export function requireKnownKeys(
  options: unknown,
  where: string,
  known: readonly string[],
  code: ErrorCode = 'INVALID_OPTION',
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new HoplineError(code, `${where} takes an options object, not ${shownArgument(options)}.`);
  for (const key of Object.keys(options)) if (!known.includes(key)) throw unknownKey(key, where, known, code);
}

/** Refuses a value outside its bounds, naming the option, the value and the bound. */
export function requireOption(
  valid: boolean,
  where: string,
  name: string,
  value: unknown,
  bound: string,
  code: ErrorCode = 'INVALID_OPTION',
): asserts valid {
  if (!valid) throw new HoplineError(code, `${where}: ${name} is ${shownArgument(value)}; it must be ${bound}.`);
}

/** True for whole numbers from 1 that a counter can hold. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function unknownKey(key: string, where: string, known: readonly string[], code: ErrorCode): HoplineError {
  const near = nearest(key, known);
  const mend = near === undefined ? `It knows ${known.join(', ')}.` : `Did you mean ${near}?`;
  return new HoplineError(code, `${where} has no option '${key}'. ${mend}`);
}

/** The known name within two edits, if any: enough for a typo, too little for another word. */
function nearest(key: string, known: readonly string[]): string | undefined {
  const scored = known.map((name) => ({ name, edits: editDistance(key.toLowerCase(), name.toLowerCase()) }));
  return scored.filter(({ edits }) => edits <= 2).sort((a, b) => a.edits - b.edits)[0]?.name;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++)
      current[column] = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1),
      );
    previous = current;
  }
  return previous[b.length]!;
}
