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
  HL1001: {
    title: 'An await inside a construct that cannot be taken apart',
    anchor: 'hl1001',
    explanation:
      'The expression would have to be stopped in its middle and go on in another process. Await into a constant before it.',
  },
  HL1002: {
    title: 'An assignment across an await to a target that cannot be kept',
    anchor: 'hl1002',
    explanation: 'The target is evaluated before the await and must be found again after it.',
  },
  HL1003: {
    title: 'An array pattern with an await over something that is no array',
    anchor: 'hl1003',
    explanation: 'Its iterator would have to travel in the message. Collect the items first.',
  },
  HL1004: {
    title: 'A suspension inside a statement that is not supported',
    anchor: 'hl1004',
    explanation: 'The statement cannot be taken apart into states.',
  },
  HL1005: {
    title: 'A using declaration beside a suspension',
    anchor: 'hl1005',
    explanation: 'The resource belongs to this process and could not be disposed of in another.',
  },
  HL1007: {
    title: 'An assignment to a constant',
    anchor: 'hl1007',
    explanation: 'It would throw at run time; TypeScript refuses it too.',
  },
  HL1101: {
    title: 'arguments used in a workflow',
    anchor: 'hl1101',
    explanation: 'The arguments object would have to travel in the message. A rest parameter does.',
  },
  HL1102: {
    title: 'A closure over a loop variable holds an await',
    anchor: 'hl1102',
    explanation:
      'The object is made in a function of ours that hands it the variable of this iteration; an await cannot stand in it.',
  },
  HL1202: {
    title: 'An activity that is private by #',
    anchor: 'hl1202',
    explanation: 'The runtime calls activities by name from outside of the class.',
  },
  HL1203: {
    title: 'An activity on an object that cannot be found again',
    anchor: 'hl1203',
    explanation:
      'A worker finds the object from the workflow’s instance or the module, in whatever process the run goes on.',
  },
  HL1301: {
    title: 'super() outside a constructor',
    anchor: 'hl1301',
    explanation: 'Only constructors call their base.',
  },
  HL1401: {
    title: 'for await with a suspension inside',
    anchor: 'hl1401',
    explanation: 'The asynchronous iterator belongs to this process.',
  },
  HL1402: {
    title: 'A loop with a suspension over an iterator',
    anchor: 'hl1402',
    explanation:
      'Arrays, strings, typed arrays, maps and sets travel as a reference and a position. Other iterators have hidden state.',
  },
  HL1501: {
    title: 'A workflow awaited in a workflow',
    anchor: 'hl1501',
    explanation: 'A child is a run of its own, and its parent is woken through a store.',
  },
  HL1502: {
    title: 'A signal without a store',
    anchor: 'hl1502',
    explanation: 'Signals are kept in a store until the run asks for them.',
  },
  HL1503: {
    title: 'A durable call inside a nested function',
    anchor: 'hl1503',
    explanation: 'A nested function is a closure of this process; its middle cannot be resumed in another.',
  },
  HL1504: {
    title: 'A durable call that cannot be a branch',
    anchor: 'hl1504',
    explanation:
      'Promise.all, allSettled, race and any over durable calls run their branches side by side. A branch is a call that stands in the list itself or is what a map returns.',
  },
  HL1505: {
    title: 'A durable call that is not awaited',
    anchor: 'hl1505',
    explanation:
      'A run goes from one awaited call to the next. A call that nobody awaits would be lost with the process.',
  },
  HL1506: {
    title: 'A field of this is written',
    anchor: 'hl1506',
    explanation:
      'The object is rebuilt in every process that runs a part of the workflow, so what was written is gone.',
  },
  HL1507: {
    title: 'A function that suspends and cannot be compiled',
    anchor: 'hl1507',
    explanation:
      'Async functions that a module names, and async methods, become machines where they suspend. One that is made while code runs could not be found again by another process; one that is not async would run as plain code and fail.',
  },
  HL1508: {
    title: 'A durable operation taken as a value',
    anchor: 'hl1508',
    explanation:
      'An activity, a timer or a method that suspends is known by its call. As a value it is called somewhere else, where it is plain code: it would run inside the hop, without checkpoint, retry or timeout.',
  },
  HL1509: {
    title: 'An override that is something else than what it overrides',
    anchor: 'hl1509',
    explanation:
      'A workflow of the base class is compiled for what its own method is. Where that is plain code, an override that suspends or is an activity would run inside the hop, without checkpoint or retry.',
  },
  HL1601: {
    title: 'A generic workflow',
    anchor: 'hl1601',
    explanation: 'The client could not know the types of arguments and result.',
  },
  HL1602: {
    title: 'An overloaded workflow',
    anchor: 'hl1602',
    explanation: 'The client could not know which form is meant.',
  },
  HL1603: { title: 'A workflow that is a generator', anchor: 'hl1603', explanation: 'A workflow is an async method.' },
  HL1604: { title: 'A workflow that is not async', anchor: 'hl1604', explanation: 'A workflow is an async method.' },
  HL1605: { title: 'A static workflow', anchor: 'hl1605', explanation: 'Workers run methods of instances.' },
  HL1606: { title: 'A workflow without a public name', anchor: 'hl1606', explanation: 'Messages name it.' },
  HL2001: {
    title: 'A value cannot travel across a suspension',
    anchor: 'hl2001',
    explanation:
      'All that is live at a suspension is in the message. Functions, class instances without codec, promises, iterators and their like cannot be.',
  },
  HL3001: {
    title: 'An awaited service call that is no activity',
    anchor: 'hl3001',
    explanation:
      'It would silently run inside the hop: no retry, no checkpoint, and again after a crash. An interface between the class and its decorators is the usual cause.',
  },
  HL3002: {
    title: 'An inline await',
    anchor: 'hl3002',
    explanation: 'It runs inside the hop, is not checkpointed and may run again.',
  },
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
  HL7005: {
    title: 'The output would overwrite a source',
    anchor: 'hl7005',
    explanation: 'A JavaScript source and its output have one path. Sources are never written.',
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
