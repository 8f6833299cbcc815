/**
 * The intermediate representation: one workflow method (or suspending helper) as basic blocks.
 *
 * Invariants
 * 1. A block ends in exactly one {@link Term}. Control enters a block only at its top.
 * 2. A suspension is a term, never inside an instruction: expressions are spilled first, then cut (lower/).
 * 3. `handler` is static: whatever throws while a block runs goes to that block, or out of the machine.
 * 4. An instruction's facts ({@link Code}) over-approximate: `reads` may hold too much, `writes` only what is always written.
 */
import type { ts } from 'ts-morph';
import type { FunctionWithBody } from '../analyse/functions.ts';
import type { GroupPolicy } from '../../runtime/protocol/machine.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** Text with its origin in the source, so that the source map shows the written lines. */
export interface Chunk {
  readonly text: string;
  /** Offset in the source file where this text stands verbatim; absent for text of our own. */
  readonly origin?: number;
  /** The number of this block stands here; `text` is empty until numbers are given. */
  readonly block?: Block;
  /** The name of its state stands here; `text` is the label, quoted, until names are given. */
  readonly state?: Suspension;
}

/** A piece of JavaScript/TypeScript and what the analyses need to know of it. */
export interface Code {
  readonly chunks: readonly Chunk[];
  readonly reads: ReadonlySet<Slot>;
  /** Always assigned when the piece completes normally. */
  readonly writes: ReadonlySet<Slot>;
  /** Not provably repeatable: clock, dice, unknown calls, state outside the run (G10). */
  readonly impure: boolean;
  /** Holds an inline await. */
  readonly awaits: boolean;
  /** Jumps out of this piece to blocks, with the slots that are always written before each. */
  readonly jumps: readonly { readonly to: Block; readonly writes: ReadonlySet<Slot> }[];
}

export type SlotKind = 'param' | 'let' | 'const' | 'var' | 'function' | 'class' | 'temp' | 'cursor' | 'catch';

/** One variable of the machine. One slot per symbol, never per name. */
export interface Slot {
  readonly id: number;
  readonly kind: SlotKind;
  /** As the user wrote it; for temporaries ours. */
  readonly sourceName: string;
  /** The identifier in the emitted code: unique, avoids every identifier of the file. */
  readonly name: string;
  /** Its name in the frame: `invoice`, or `invoice@1` for the second symbol of that name. */
  key: string;
  /** Captured by a closure and made anew in each iteration: lives in a box `{ v }` (lower/closures). */
  boxed: boolean;
  /** Its box is that of other machines too, local functions around or inside, and travels as it is. */
  shared: boolean;
  /** A closure, class or alias of a service that is made again on resuming instead of travelling: the code that makes it. */
  remake?: Code;
  /** Written again after its declaration. */
  reassigned: boolean;
  /** 0-based offset of the declaration in the source, for diagnostics. */
  readonly declaredAt?: number;
  /** Printed type, for `explain` and the lock; '' for temporaries. */
  type: string;
  /** May be read before it is initialised: reads are checked, and the frame leaves it out while it is not. */
  checked: boolean;
}

export interface Block {
  /** Position in {@link MachineIr.blocks}; the number in the emitted `switch`. */
  id: number;
  /** What the block is, for readers: `loop head`, `catch`, … */
  readonly label: string;
  handler: Block | undefined;
  readonly instructions: Instruction[];
  term: Term | undefined;
}

export type Instruction =
  | { readonly kind: 'native'; readonly code: Code }
  /** `fresh`: begins the variable's life, so that a boxed slot gets a new box. */
  | { readonly kind: 'set'; readonly slot: Slot; readonly code: Code; readonly fresh: boolean };

export type Term =
  | { readonly kind: 'jump'; to: Block }
  | { readonly kind: 'branch'; readonly test: Code; then: Block; else: Block }
  /** Multi-way jump on a completion slot at the end of a finally. */
  | { readonly kind: 'dispatch'; readonly on: Slot; readonly cases: { readonly value: number; to: Block }[] }
  | { readonly kind: 'suspend'; readonly suspension: Suspension; resume: Block }
  | { readonly kind: 'return'; readonly code: Code | undefined; readonly mayBeThenable: boolean }
  | { readonly kind: 'throw'; readonly code: Code };

export type Operation = 'activity' | 'sleep' | 'sleepUntil' | 'rateLimit' | 'call' | 'group';

/** One durable call in the source: one state of the machine. */
export interface Suspension {
  /** Ordinal in source order within the machine, from 0. */
  readonly index: number;
  readonly operation: Operation;
  /** What is awaited: `charge`, `billing.charge`, `sleep`, `rateLimit`; state names are made from it. */
  readonly label: string;
  /** 0-based offset of the `await` in the source. */
  readonly at: number;
  /** 1-based line of the same. */
  readonly line: number;
  /** The expression that gives the array of arguments. */
  readonly args: Code;
  /** For activities: how to find object and method from the instance. */
  readonly target?: { readonly owner: Code; readonly key: string; readonly policy?: string };
  /** For calls: the machine called. */
  readonly callee?: string;
  /** For calls of what is no method of the same object: how it is found. */
  readonly call?: CallTargetIr;
  /** Of a group. */
  readonly policy?: GroupPolicy;
  /** Set where this is a branch: the group that its outcome goes to. No block ends in it. */
  readonly branchOf?: Suspension;
  /** Where the outcome goes; absent where it is not used. */
  readonly result: Slot | undefined;
  /** Kinds of enclosing statements, outermost first (`for`, `try`, `if.then`): context for aligning names. */
  readonly path: readonly string[];

  // ---- filled by the analyses --------------------------------------------------------------------------------------
  /** Live after resuming, in slot order. */
  live: readonly Slot[];
  /** G10: what leads here since the last suspension is provably repeatable, on every path. */
  repeatable: boolean;
  repeatableAfter: boolean;
  inlineAfter: boolean;
  /** Hash of the code reachable from the resume point. */
  hash: string;
  /** Given by the names pass. */
  state: string;
}

/** As `CallTarget` of the runtime: expressions in which `this` and `$given` are those of the caller's frame. */
export interface CallTargetIr {
  readonly function?: Code;
  readonly of?: Code;
  readonly given?: Code;
}

/** Names in the emitted driver that no identifier of the file has. */
export interface EmittedNames {
  /** `hopline/machine`, as imported. */
  readonly support: string;
  readonly frame: string;
  readonly resume: string;
  /** The services among the arguments. */
  readonly given: string;
  /** The machine's own function, where it stands in the module. */
  readonly machine: string;
  /** The block that runs; an exception goes to its handler. */
  readonly pc: string;
  /** The block to run next. A jump out of native code sets it and leaves through the user's own finally blocks. */
  readonly next: string;
  /** Label of the loop over blocks. */
  readonly run: string;
  /** What the present handler caught. */
  readonly caught: string;
  /** What the driver's own catch binds. */
  readonly thrown: string;
}

/** One machine, between lowering and emitting. */
export interface MachineIr {
  /** `Dunning.collect`, `lib/poll.ts#poll`. */
  readonly name: string;
  /** What it is made of. */
  readonly node: FunctionWithBody;
  /** '' for a function. */
  readonly className: string;
  /** Of a function, what its module calls it: `steps.charge`. */
  readonly method: string;
  /** Decorated as a workflow; else a helper that suspends. */
  readonly workflow: boolean;
  /** False of what may run nowhere but in scripts and tests, as far as its file tells. */
  readonly isMeant: boolean;
  /** An async function inside another that suspends. */
  readonly isLocal: boolean;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** 1-based line of the method. */
  readonly line: number;
  readonly entry: Block;
  /** Every reachable block, entry first. */
  blocks: Block[];
  readonly slots: Slot[];
  /** In source order. */
  readonly suspensions: Suspension[];
  /** Hash of the whole. */
  hash: string;
  /** As the suspension's facts, from `start`. */
  repeatableAfterStart: boolean;
  inlineAfterStart: boolean;
  /** Offset of the closing brace of the class, or of the end of the module: the machine is written before it. */
  readonly insertAt: number;
  /** The last member of the class is a field without a semicolon. */
  readonly followsOpenField: boolean;
  /** The function, as code at `insertAt` names it; undefined for a method, whose machine is attached to its class. */
  readonly attachTo: string | undefined;
  /** What a function expression calls itself, which nobody else can. */
  readonly ownName: string | undefined;
  /** Some of its parameters are services, which its frame is given. */
  readonly takesServices: boolean;
  readonly names: EmittedNames;
}

/** Error classes that come back as themselves: what they are called in the file, and in messages. */
export interface ReachedErrors {
  readonly classes: readonly { readonly text: string; readonly name: string }[];
  /** Namespaces of our own for modules whose classes the file does not name. */
  readonly imports: readonly { readonly local: string; readonly specifier: ts.StringLiteral }[];
}

/** What lowering makes of one source file. Null diagnostics of severity error = the machines may be emitted. */
export interface LoweredModule {
  readonly machines: readonly MachineIr[];
  readonly errors: ReachedErrors;
  readonly diagnostics: readonly Diagnostic[];
}
