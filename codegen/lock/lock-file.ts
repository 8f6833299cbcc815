/**
 * `hopline.lock.json`: where runs in flight may stand, and what their messages carry. Committed with the sources.
 *
 * Invariants
 * 1. The text is a function of the content: machines by name, states and slots in source order, two blanks, a newline at
 *    the end. Equal sources and an equal old lock give an equal new lock on every machine.
 * 2. No line numbers, no dates, no absolute paths: an unrelated change of the file leaves its lock alone.
 * 3. The name of a state that went away stays in `gone`, and is given to no other operation.
 */
import { HoplineError } from '../../runtime/protocol/errors.ts';

export const lockFormat = 1;
export const lockFileName = 'hopline.lock.json';

export interface LockSlot {
  /** The variable's name where it is not the key's, because it was renamed. */
  readonly name?: string;
  readonly kind: string;
  /** Its type as text; names that are no library types are explained in {@link LockMachine.types}. '' for temporaries. */
  readonly type: string;
}

export interface LockState {
  readonly operation: string;
  readonly label: string;
  /** Arguments as written, to tell equal operations apart. */
  readonly args: string;
  /** Enclosing statements, outermost first. */
  readonly path: readonly string[];
  /** Hash of the code that is reachable from here. */
  readonly hash: string;
  /** Keys of the slots that a message standing here carries. */
  readonly live: readonly string[];
  /** Hashes of older builds whose messages may resume here, oldest first. */
  readonly accepts?: readonly string[];
}

export interface LockMachine {
  readonly file: string;
  /** Hash of the method with the names of its locals left out. */
  readonly shape?: string;
  readonly states: Readonly<Record<string, LockState>>;
  readonly slots: Readonly<Record<string, LockSlot>>;
  readonly types?: Readonly<Record<string, string>>;
  readonly gone?: Readonly<Record<string, LockState>>;
}

export interface LockFile {
  readonly format: typeof lockFormat;
  readonly machines: Readonly<Record<string, LockMachine>>;
}

export const emptyLock: LockFile = { format: lockFormat, machines: {} };

export function printLock(lock: LockFile): string {
  const machines = Object.fromEntries(Object.entries(lock.machines).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  return `${onOneLine(JSON.stringify({ format: lock.format, machines }, undefined, 2))}\n`;
}

/** Short lists of names; `accepts` grows, and is easier to merge line by line. */
function onOneLine(json: string): string {
  return json.replace(
    /"(path|live)": \[\s+([^\]]*?)\s+\]/g,
    (_, key: string, items: string) => `"${key}": [${items.replace(/,\s+/g, ', ')}]`,
  );
}

/**
 * The versions that a text holds: one, or the two sides of a merge conflict. Both sides may have messages in flight, so
 * neither may be thrown away.
 */
export function parseLock(text: string): readonly LockFile[] {
  return conflictSides(text).map(parseOne);
}

function parseOne(text: string): LockFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new HoplineError('COMPILE_FAILED', `The lock is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!isRecord(value) || !isRecord(value['machines']))
    throw new HoplineError('COMPILE_FAILED', 'The lock has no "machines": it is not a lock of Hopline.');
  if (value['format'] !== lockFormat)
    throw new HoplineError(
      'COMPILE_FAILED',
      `The lock has format ${JSON.stringify(value['format'])}; this version reads ${lockFormat}. Update hopline.`,
    );
  const machines = Object.entries(value['machines']).map(([name, machine]) => [name, parseMachine(name, machine)]);
  return { format: lockFormat, machines: Object.assign(Object.create(null), Object.fromEntries(machines)) };
}

function parseMachine(name: string, value: unknown): LockMachine {
  if (!isRecord(value) || !isRecord(value['states']) || !isRecord(value['slots']))
    throw new HoplineError('COMPILE_FAILED', `The lock's machine ${name} has no "states" or no "slots".`);
  for (const [state, entry] of Object.entries({
    ...value['states'],
    ...((value['gone'] as object | undefined) ?? {}),
  })) {
    const isState =
      isRecord(entry) &&
      typeof entry['label'] === 'string' &&
      typeof entry['hash'] === 'string' &&
      Array.isArray(entry['live']);
    if (!isState) throw new HoplineError('COMPILE_FAILED', `The lock's state ${name} ${state} is not complete.`);
  }
  return value as unknown as LockMachine;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Git's conflict markers, with or without the common ancestor (diff3). */
function conflictSides(text: string): string[] {
  if (!/^<{7}(?: |$)/m.test(text)) return [text];
  const conflict = /^<{7}.*\r?\n([^]*?)(?:^\|{7}.*\r?\n[^]*?)?^={7}\r?\n([^]*?)^>{7}.*(?:\r?\n|$)/gm;
  return [text.replace(conflict, '$1'), text.replace(conflict, '$2')];
}
