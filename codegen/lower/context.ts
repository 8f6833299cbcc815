/**
 * What lowering one method knows and builds: the block that is being filled, where `break`, `continue` and `return` go,
 * and which `finally` blocks lie between.
 *
 * Invariants
 * 1. `current` is open: its term is unset. Whoever sets a term begins another block.
 * 2. New blocks get the handler that holds where they are made; joins behind a `try` are made outside of it.
 * 3. A jump that leaves a `try … finally` writes that finally's completion and goes to its entry; what it does there to
 *    go on is decided when the finally has been lowered, in the context outside.
 */
import { ts } from 'ts-morph';
import type { Bindings, Names } from '../analyse/bind.ts';
import type { Durables } from '../analyse/durable.ts';
import type { FunctionWithBody } from '../analyse/functions.ts';
import type { InstanceWrites } from '../analyse/instance-writes.ts';
import type { Marks } from '../analyse/marks.ts';
import { Purity } from '../analyse/purity.ts';
import { serviceParameters, type ServiceParameter } from '../analyse/services.ts';
import { rootOf, type Capture } from '../analyse/local-functions.ts';
import type { SerialCheck } from '../analyse/serialisable.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { diagnosticAt, type SpanAt } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { code, CodeBuilder, plain } from '../ir/code.ts';
import type { Block, Code, EmittedNames, Instruction, Slot, Suspension, Term } from '../ir/instruction.ts';

export interface ModuleContext {
  readonly file: ts.SourceFile;
  readonly checker: ts.TypeChecker;
  readonly durables: Durables;
  readonly writes: InstanceWrites;
  readonly names: Names;
  readonly emitted: EmittedNames;
  readonly serial: SerialCheck;
  /** Directory that files are relative to. */
  readonly root: string;
  /** Why no machine can be made of a function of another file. */
  refusalOf(callee: FunctionWithBody): Diagnostic | undefined;
  report(diagnostic: Diagnostic): void;
}

export interface JumpTarget {
  readonly block: Block;
  /** Finallys open where the target stands. */
  readonly depth: number;
}

export interface BreakTarget {
  /** The statement that `break` leaves: a loop, a switch, or a labelled block. */
  readonly statement: ts.Statement;
  readonly labels: readonly string[];
  readonly onBreak: JumpTarget;
  readonly onContinue?: JumpTarget;
  readonly isLabelledBlock: boolean;
}

/** One open `finally`: how it was entered and where to go after it. */
export interface FinallyScope {
  readonly entry: Block;
  readonly kind: Slot;
  readonly value: Slot;
  readonly exits: { readonly kind: number; readonly target: JumpTarget }[];
  returns: boolean;
  /** What is returned through it may be a promise, which returning awaits. */
  returnsThenable: boolean;
}
/** Values of a completion slot; jumps are numbered from {@link firstExit}. */
export const completion = { normal: 0, thrown: 1, returned: 2, firstExit: 3 } as const;

/** Stops lowering of a method whose construct was refused; the diagnostic is reported already. */
export class Refused extends Error {}

export class MethodContext {
  readonly module: ModuleContext;
  /** The method or function that is lowered. */
  readonly method: FunctionWithBody;
  /** An async function inside another: its first argument is what it captures. */
  readonly isLocal: boolean;
  readonly captures: readonly Capture[];
  /** Parameters, of the outermost function around it, that are given in every process instead of travelling. */
  readonly given: readonly ServiceParameter[];
  readonly marks: Marks;
  readonly bindings: Bindings;
  readonly purity: Purity;
  readonly blocks: Block[] = [];
  readonly suspensions: Suspension[] = [];
  /** What a temporary holds, for its type. */
  readonly heldNodes = new Map<Slot, ts.Expression>();
  readonly targets: BreakTarget[] = [];
  readonly finallys: FinallyScope[] = [];
  readonly path: string[] = [];
  current: Block;
  handler: Block | undefined = undefined;
  private returnSlot: Slot | undefined;
  private givenSlot: Slot | undefined;

  constructor(module: ModuleContext, method: FunctionWithBody, marks: Marks, bindings: Bindings) {
    this.module = module;
    this.method = method;
    const { locals } = module.durables;
    this.isLocal = locals.isLifted(method);
    this.captures = this.isLocal ? locals.capturesOf(method) : [];
    this.given = serviceParameters(rootOf(method), module.durables);
    this.marks = marks;
    this.bindings = bindings;
    this.purity = new Purity(
      method,
      module.checker,
      (identifier) => bindings.symbolOf(identifier),
      (call) => marks.isBranch(call),
    );
    this.current = this.newBlock('start');
  }

  get checker(): ts.TypeChecker {
    return this.module.checker;
  }

  newBlock(label: string, handler: Block | undefined = this.handler): Block {
    const block: Block = { id: this.blocks.length, label, handler, instructions: [], term: undefined };
    this.blocks.push(block);
    return block;
  }

  /** Goes on in `block`. */
  enter(block: Block): void {
    this.current = block;
  }

  add(instruction: Instruction): void {
    this.current.instructions.push(instruction);
  }

  /** An expression evaluated for its effects. */
  native(value: Code): void {
    if (value.chunks.length > 0) this.add({ kind: 'native', code: code`${value};` });
  }

  set(slot: Slot, code: Code, fresh = false): void {
    this.add({ kind: 'set', slot, code, fresh });
  }

  end(term: Term): void {
    this.current.term = term;
  }

  jump(to: Block): void {
    this.end({ kind: 'jump', to });
  }

  /** Ends the block with a jump and goes on in the target. */
  continueIn(block: Block): void {
    this.jump(block);
    this.enter(block);
  }

  branch(test: Code, then: Block, otherwise: Block): void {
    this.end({ kind: 'branch', test, then, else: otherwise });
  }

  /** The code that stands for a node which was taken apart: what the node itself does still counts (G10). */
  standsFor(node: ts.Node, value: Code): Code {
    return this.purity.isImpure(node) ? { ...value, impure: true } : value;
  }

  read(slot: Slot): Code {
    return new CodeBuilder().read(slot, this.module.emitted.support).build();
  }

  temp(hint: string): Slot {
    return this.bindings.temp(hint);
  }

  /** A block that, entered from here, ends up at the target, by way of every finally between. */
  wayTo(target: JumpTarget): Block {
    if (this.finallys.length === target.depth) return target.block;
    const scope = this.finallys[this.finallys.length - 1]!;
    let exit = scope.exits.find((e) => e.target.block === target.block);
    if (!exit) {
      exit = { kind: completion.firstExit + scope.exits.length, target };
      scope.exits.push(exit);
    }
    const way = this.newBlock('leave try');
    way.instructions.push({ kind: 'set', slot: scope.value, code: plain('undefined'), fresh: false });
    way.instructions.push({ kind: 'set', slot: scope.kind, code: plain(String(exit.kind)), fresh: false });
    way.term = { kind: 'jump', to: scope.entry };
    return way;
  }

  /** The slot that holds a return value on its way. */
  get returnValue(): Slot {
    this.returnSlot ??= this.temp('result');
    return this.returnSlot;
  }

  /** The arguments as given, for code that reads `arguments`; set at the start where it is used. */
  get argumentsSlot(): Slot {
    this.givenSlot ??= this.temp('arguments');
    return this.givenSlot;
  }

  get usesArguments(): boolean {
    return this.givenSlot !== undefined;
  }

  /** A block that returns what {@link returnValue} holds, by way of every open finally. */
  wayToReturn(mayBeThenable: boolean): Block {
    const value = this.returnValue;
    const scope = this.finallys[this.finallys.length - 1];
    if (!scope) {
      // No handler: in `try { return promise }` the rejection is not seen by the local catch.
      const block = this.newBlock('return', undefined);
      block.term = { kind: 'return', code: this.read(value), mayBeThenable };
      return block;
    }
    scope.returns = true;
    scope.returnsThenable ||= mayBeThenable;
    const way = this.newBlock('return through finally');
    way.instructions.push({ kind: 'set', slot: scope.value, code: this.read(value), fresh: false });
    way.instructions.push({ kind: 'set', slot: scope.kind, code: plain(String(completion.returned)), fresh: false });
    way.term = { kind: 'jump', to: scope.entry };
    return way;
  }

  findTarget(statement: ts.BreakOrContinueStatement): BreakTarget | undefined {
    const label = statement.label?.text;
    const isContinue = ts.isContinueStatement(statement);
    for (const target of [...this.targets].reverse()) {
      if (label !== undefined) {
        if (target.labels.includes(label)) return target;
      } else if (isContinue ? target.onContinue !== undefined : !target.isLabelledBlock) {
        return target;
      }
    }
    return undefined;
  }

  withPath<T>(step: string, work: () => T): T {
    this.path.push(step);
    try {
      return work();
    } finally {
      this.path.pop();
    }
  }

  /** Reports and gives up on this method. */
  refuse(node: ts.Node, diagnosticCode: DiagnosticCode, message: string, hint?: string): never {
    this.report(node, 'error', diagnosticCode, message, hint);
    throw new Refused(message);
  }

  report(
    node: ts.Node,
    severity: 'error' | 'warning',
    diagnosticCode: DiagnosticCode,
    message: string,
    hint?: string,
  ): void {
    const details = hint === undefined ? { severity } : { severity, hint };
    this.module.report(diagnosticAt(this.module.file, node, diagnosticCode, message, details));
  }

  reportAt(
    node: ts.Node,
    diagnosticCode: DiagnosticCode,
    message: string,
    spans: readonly SpanAt[],
    hint: string,
  ): void {
    this.module.report(diagnosticAt(this.module.file, node, diagnosticCode, message, { spans, hint }));
  }
}
