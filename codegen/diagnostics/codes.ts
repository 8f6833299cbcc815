/**
 * Every code that a diagnostic of ours may carry. TypeScript's own errors come through as `TS2322` and are not listed.
 *
 * Blocks of numbers, so that a code says where it was made:
 * HL1xxx what the language cannot mean here · HL2xxx values that cannot travel · HL3xxx activities and inline awaits ·
 * HL7xxx the project · HL8xxx the lock · HL9xxx defects of the compiler.
 * A number is never used again for something else: people search for it.
 */
export interface CodeEntry {
  /** One line, without the particulars of the place. */
  readonly title: string;
  /** Anchor on the page of diagnostics. */
  readonly anchor: string;
  /** What it means and why it is refused, for somebody who has never seen it. */
  readonly explanation: string;
}

export const diagnosticCodes = {
  HL7001: {
    title: 'Two workflows have one name',
    anchor: 'hl7001',
    explanation:
      'A message names its workflow, and nothing else in it says which class is meant. Two workflows of one name would take over each other’s runs.',
  },
  HL7002: {
    title: 'A file to compile does not exist',
    anchor: 'hl7002',
    explanation: 'The path was given to the compiler, resolved against `cwd`, and no file is there.',
  },
  HL7003: {
    title: 'The tsconfig cannot be read',
    anchor: 'hl7003',
    explanation:
      'Types decide what may travel in a message, and the tsconfig decides the types; without it nothing is compiled.',
  },
  HL7004: {
    title: 'A file cannot be written in a form that Node runs',
    anchor: 'hl7004',
    explanation:
      'Output is ES modules. A source that only works as CommonJS (`export =`, `import x = require()`) has no such form.',
  },
  HL8001: {
    title: 'The lock differs from the code',
    anchor: 'hl8001',
    explanation:
      'The lock records where runs in flight may stand and what they carry. Under CI or --frozen-lock nothing changes it silently, so that each change of it is seen in review.',
  },
  HL8002: {
    title: 'There is no lock',
    anchor: 'hl8002',
    explanation:
      'Without a committed lock the next build cannot tell which states keep their names and which runs in flight it may take over.',
  },
  HL8003: {
    title: 'The lock cannot be read',
    anchor: 'hl8003',
    explanation:
      'The file is not JSON, is not a lock, or was written by a newer Hopline. It is never overwritten unread.',
  },
  HL8004: {
    title: 'Runs in flight cannot resume in the new code',
    anchor: 'hl8004',
    explanation:
      'A state is gone, or needs locals that the messages written by the old code do not carry. Such messages are handed back and in the end dead-lettered, never guessed at.',
  },
  HL9000: {
    title: 'The compiler failed',
    anchor: 'hl9000',
    explanation: 'A defect of Hopline, not of the program. The file is not emitted: better no output than a wrong one.',
  },
} as const satisfies Record<string, CodeEntry>;

/** A code of ours. */
export type DiagnosticCode = keyof typeof diagnosticCodes;

/** The entry of a code, or undefined for TypeScript's own. */
export function codeEntry(code: string): CodeEntry | undefined {
  return Object.hasOwn(diagnosticCodes, code) ? diagnosticCodes[code as DiagnosticCode] : undefined;
}
