/**
 * Source text as it stands, with slots under their emitted names.
 *
 * Beside the names only this changes: `var` loses its keyword (its slot is declared by the machine), a jump out of a
 * native statement into lowered code becomes `$next = …; continue $run`, and a closure that captures a boxed slot is
 * made inside a call that hands it the present box, because the machine's variable holds another box in the next
 * iteration.
 */
import { ts } from 'ts-morph';
import { isAssignmentOperator, isWritten } from '../analyse/bind.ts';
import { skipOuter } from '../analyse/durable.ts';
import { computedNameOf } from '../analyse/marks.ts';
import { CodeBuilder } from '../ir/code.ts';
import type { Code, Slot } from '../ir/instruction.ts';
import type { MethodContext } from './context.ts';

export type Overrides = ReadonlyMap<ts.Node, Code>;

export function render(m: MethodContext, node: ts.Node, overrides?: Overrides): Code {
  return new Renderer(m, overrides).render(node);
}

/** `switch (a, b)`, `return a, b`: legal there without parentheses, and not in what is made of it. */
export function isSequence(node: ts.Expression): boolean {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken;
}

class Renderer {
  private readonly m: MethodContext;
  private readonly overrides: Overrides | undefined;
  private readonly text: string;
  private out = new CodeBuilder();
  private root!: ts.Node;
  /** Of the declaration that is made, where nobody writes to it. */
  private own: Slot | undefined;

  constructor(m: MethodContext, overrides?: Overrides) {
    this.m = m;
    this.overrides = overrides;
    this.text = m.module.file.text;
  }

  render(node: ts.Node): Code {
    this.root = node;
    this.visit(node);
    return this.overOwnBoxes(node, this.out.build());
  }

  /**
   * [source]  { function g() { return i; } … }   where i is the variable of a lowered loop
   * [machine] { const $box = i; { const i = $box; { function g() { return i.v; } … } } }
   * A function that is declared inside a native statement keeps the box of this iteration.
   */
  private overOwnBoxes(node: ts.Node, code: Code): Code {
    const boxes = ts.isStatement(node) ? this.boxesOfDeclarations(node) : [];
    if (boxes.length === 0) return code;
    const builder = new CodeBuilder();
    const held = boxes.map((slot) => this.m.module.names.fresh(`$${slot.sourceName}`));
    const constants = (names: readonly string[], values: readonly string[]) =>
      `const ${names.map((name, index) => `${name} = ${values[index]!}`).join(', ')};`;
    const names = boxes.map(({ name }) => name);
    builder
      .text(`{ ${constants(held, names)} { ${constants(names, held)} `)
      .append(code)
      .text(' } }');
    for (const slot of boxes) builder.reads.add(slot);
    return builder.build();
  }

  private boxesOfDeclarations(statement: ts.Statement): Slot[] {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return [];
    const boxes = new Set<Slot>();
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node))
        for (const slot of this.capturedBoxes(node)) boxes.add(slot);
      else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
    };
    visit(statement);
    return [...boxes];
  }

  private visit(node: ts.Node): void {
    const override = this.overrides?.get(node);
    if (override) {
      this.out.append(override);
      return;
    }
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return this.verbatim(node);
    if (this.m.purity.isImpure(node)) this.out.impure = true;
    if (!this.isNested(node) && (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier))) {
      this.out.awaits = true;
    }
    if (ts.isIdentifier(node)) return this.identifier(node);
    if (ts.isShorthandPropertyAssignment(node)) return this.shorthand(node);
    if (ts.isBindingElement(node) && ts.isIdentifier(node.name) && !node.propertyName && !node.dotDotDotToken) {
      return this.shorthandBinding(node);
    }
    if (ts.isVariableDeclarationList(node) && this.isHoistedVar(node)) return this.hoistedVar(node);
    if (ts.isReturnStatement(node) && !this.isNested(node)) return this.returnOut(node);
    if (ts.isBreakOrContinueStatement(node) && !this.isNested(node) && this.leaves(node)) return this.jumpOut(node);
    const tested = this.testedWrite(node);
    if (tested) return this.writeTested(node, tested);
    if (this.isClosure(node)) return this.closure(node);
    this.children(node);
  }

  private verbatim(node: ts.Node): void {
    this.out.text(this.text.slice(node.getStart(), node.end), node.getStart());
  }

  private children(node: ts.Node): void {
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => {
      children.push(child);
    });
    children.sort((a, b) => a.pos - b.pos);
    let at = node.getStart();
    for (const child of children) {
      const start = child.getStart();
      if (start < at) continue;
      this.out.text(this.text.slice(at, start), at);
      this.visit(child);
      at = child.end;
    }
    this.out.text(this.text.slice(at, node.end), at);
  }

  // ---- variables -----------------------------------------------------------------------------------------------------

  private identifier(node: ts.Identifier): void {
    // The own name of a function or class made here; the slot is what others call it by.
    if (
      (ts.isFunctionDeclaration(node.parent) ||
        ts.isClassDeclaration(node.parent) ||
        ts.isEnumDeclaration(node.parent)) &&
      node.parent.name === node
    ) {
      return this.verbatim(node);
    }
    const slot = this.m.bindings.slotOf(node);
    if (slot && slot === this.own) return this.verbatim(node);
    if (!slot) {
      if (node.text === 'arguments' && isArgumentsObject(node, this.m.method)) {
        if (isArgumentsRead(node)) return void this.out.read(this.m.argumentsSlot);
        this.m.refuse(
          node,
          'HL1101',
          "'arguments' cannot be used in a workflow: it would have to travel in the message.",
          'Write a rest parameter: (...args).',
        );
      }
      return this.verbatim(node);
    }
    if (isWritten(node) && !isTarget(node)) {
      // `x++`, `x += 1`: read and written, so it stays a place.
      this.out.reads.add(slot);
      this.mapped(slot.name, node.getStart());
      if (slot.boxed) this.out.text('.v');
      return;
    }
    if (slot.checked && isPatternTarget(node)) return this.testedTarget(slot);
    if (isTarget(node)) {
      this.mapped(slot.name, node.getStart());
      if (slot.boxed) this.out.text('.v');
      if (slot.boxed) this.out.reads.add(slot);
      return;
    }
    if (slot.checked && ts.isNewExpression(node.parent) && node.parent.expression === node) {
      // `new f(x)(y)` would call f with new.
      this.out.text('(').read(slot, this.m.module.emitted.support).text(')');
    } else if (slot.boxed || slot.checked) this.out.read(slot, this.m.module.emitted.support);
    else {
      this.out.reads.add(slot);
      this.mapped(slot.name, node.getStart());
    }
  }

  /** Text that stands in the source, where it does. */
  private mapped(text: string, origin: number): void {
    if (this.text.startsWith(text, origin)) this.out.text(text, origin);
    else this.out.text(text);
  }

  /** A variable that may be written before its initialisation, which throws as a read does. */
  private testedWrite(node: ts.Node): Slot | undefined {
    const target = ts.isBinaryExpression(node)
      ? isAssignmentOperator(node.operatorToken.kind) && node.left
      : (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && node.operand;
    const name = target && skipOuter(target);
    if (!name || !ts.isIdentifier(name)) return undefined;
    const isStep = !ts.isBinaryExpression(node);
    if (isStep && !isWritten(name)) return undefined;
    const slot = this.m.bindings.slotOf(name);
    return slot?.checked ? slot : undefined;
  }

  /** `x += f()`, `x++` read x first; `x = f()` finds out when it writes. */
  private writeTested(node: ts.Node, slot: Slot): void {
    const { support } = this.m.module.emitted;
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      this.out.text('(');
      this.visit(node.left);
      this.out.text(' = ');
      this.out.append(writable(support, slot, new Renderer(this.m, this.overrides).render(node.right)));
      this.out.text(')');
      return;
    }
    this.out.text('(').read(slot, support).text(', ');
    this.children(node);
    this.out.text(')');
  }

  /** [source] [x] = f() · [machine] [({ set v($value) { x = $hop.writable($value, x, "x"); } }).v] = f() */
  private testedTarget(slot: Slot): void {
    const { names, emitted } = this.m.module;
    const value = names.fresh('$value');
    const write = writable(emitted.support, slot, new CodeBuilder().text(value).build());
    this.out
      .text(`({ set v(${value}) { ${slot.name}${slot.boxed ? '.v' : ''} = `)
      .append(write)
      .text('; } }).v');
  }

  private shorthand(node: ts.ShorthandPropertyAssignment): void {
    const slot = this.m.bindings.slotOf(node.name);
    if (!slot) return this.children(node);
    // Written with a colon, `__proto__` would set the prototype.
    if (node.name.text === '__proto__') this.out.text('["__proto__"]');
    else this.mapped(node.name.text, node.getStart());
    this.out.text(': ');
    this.identifier(node.name);
    if (node.objectAssignmentInitializer) {
      this.out.text(' = ');
      this.visit(node.objectAssignmentInitializer);
    }
  }

  /** `{ a }` in a pattern that is rendered as an assignment. */
  private shorthandBinding(node: ts.BindingElement): void {
    const name = node.name as ts.Identifier;
    const slot = this.m.bindings.isSlot(name) ? this.m.bindings.slotDeclaredBy(name) : undefined;
    if (!slot || !ts.isObjectBindingPattern(node.parent)) return this.children(node);
    this.mapped(name.text, node.getStart());
    this.out.text(': ');
    this.identifier(name);
    if (node.initializer) {
      this.out.text(' = ');
      this.visit(node.initializer);
    }
  }

  private isHoistedVar(list: ts.VariableDeclarationList): boolean {
    return (list.flags & ts.NodeFlags.BlockScoped) === 0 && !this.isNested(list);
  }

  private hoistedVar(list: ts.VariableDeclarationList): void {
    const inForHeader = ts.isForInStatement(list.parent) || ts.isForOfStatement(list.parent);
    if (inForHeader) return this.visit(list.declarations[0]!.name);
    const written = list.declarations.filter((d) => d.initializer);
    if (written.length === 0 && !ts.isForStatement(list.parent)) this.out.text('void 0');
    written.forEach((declaration, index) => {
      if (index > 0) this.out.text(', ');
      const isObject = ts.isObjectBindingPattern(declaration.name);
      if (isObject && index === 0) this.out.text('(');
      this.visit(declaration.name);
      this.out.text(' = ');
      this.visit(declaration.initializer!);
      if (isObject && index === 0) this.out.text(')');
    });
  }

  // ---- jumps out of a native statement ---------------------------------------------------------------------------------

  private leaves(node: ts.BreakOrContinueStatement): boolean {
    for (let at: ts.Node = node; at !== this.root.parent; at = at.parent) {
      if (node.label) {
        if (ts.isLabeledStatement(at) && at.label.text === node.label.text) return false;
      } else if (ts.isIterationStatement(at, false) || (ts.isSwitchStatement(at) && ts.isBreakStatement(node))) {
        return false;
      }
    }
    return true;
  }

  private jumpOut(node: ts.BreakOrContinueStatement): void {
    const target = this.m.findTarget(node);
    if (!target) throw new Error(`No target for '${node.getText()}'`);
    const to = this.m.wayTo(ts.isContinueStatement(node) ? target.onContinue! : target.onBreak);
    this.out.jumps.push({ to, writes: new Set() });
    this.out
      .text(`{ ${this.m.module.emitted.next} = `)
      .blockNumber(to)
      .text(`; continue ${this.m.module.emitted.run}; }`);
  }

  private returnOut(node: ts.ReturnStatement): void {
    const value = this.m.returnValue;
    const to = this.m.wayToReturn(
      node.expression !== undefined &&
        this.m.module.durables.isThenable(this.m.checker.getTypeAtLocation(node.expression)),
    );
    this.out.text(`{ ${value.name} = `);
    const isBare = node.expression && isSequence(node.expression);
    if (isBare) this.out.text('(');
    if (node.expression) this.visit(node.expression);
    else this.out.text('undefined');
    if (isBare) this.out.text(')');
    this.out.jumps.push({ to, writes: new Set([value]) });
    this.out
      .text(`; ${this.m.module.emitted.next} = `)
      .blockNumber(to)
      .text(`; continue ${this.m.module.emitted.run}; }`);
  }

  // ---- closures ------------------------------------------------------------------------------------------------------

  /** Inside a function or class that the rendered piece itself makes. */
  private isNested(node: ts.Node): boolean {
    let from = node;
    for (let at = node.parent; at && at !== this.m.method; from = at, at = at.parent) {
      // A computed name is evaluated where the object or class is made.
      if (ts.isFunctionLike(at) && from !== computedNameOf(at)) return true;
      if (ts.isClassLike(at) && !isInName(node, from)) return true;
    }
    return false;
  }

  private isClosure(node: ts.Node): boolean {
    if (this.isNested(node)) return false;
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node)) return true;
    // A declaration is made here only where it is what is rendered; inside a native statement see `overOwnBoxes`.
    if (node === this.root && (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node))) return true;
    return (
      ts.isObjectLiteralExpression(node) && node.properties.some((p) => ts.isMethodDeclaration(p) || ts.isAccessor(p))
    );
  }

  private capturedBoxes(node: ts.Node): readonly Slot[] {
    const boxes = new Set<Slot>();
    const visit = (at: ts.Node, nested: boolean): void => {
      if (ts.isIdentifier(at) && nested) {
        const slot = this.m.bindings.slotOf(at);
        if (slot?.boxed) boxes.add(slot);
      }
      ts.forEachChild(at, (child) => visit(child, nested || ts.isFunctionLike(at) || ts.isClassLike(at)));
    };
    visit(node, false);
    return [...boxes];
  }

  private closure(node: ts.Node): void {
    const own = this.ownSlot(node);
    // Inside, its own name is the function itself.
    this.own = own;
    const boxes = this.capturedBoxes(node).filter((slot) => slot !== own);
    const name = this.lostName(node, boxes.length > 0);
    if (boxes.length > 0) this.closureOverBoxes(node, boxes, name);
    else this.named(name, () => this.children(node));
  }

  private ownSlot(node: ts.Node): Slot | undefined {
    const isDeclared = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node);
    const slot =
      isDeclared && node.name && this.m.bindings.isSlot(node.name)
        ? this.m.bindings.slotDeclaredBy(node.name)
        : undefined;
    return slot && !slot.reassigned ? slot : undefined;
  }

  /** The name that the function or class has from what it is assigned to, where the emitted text would give it another. */
  private lostName(node: ts.Node, isMoved: boolean): string | undefined {
    if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return undefined;
    if (ts.isObjectLiteralExpression(node) || (node as ts.FunctionExpression | ts.ClassExpression).name)
      return undefined;
    const target = namingTarget(node as ts.Expression);
    if (!target) return undefined;
    const slot = ts.isIdentifier(target) && !isPropertyKey(target) ? this.m.bindings.slotOf(target) : undefined;
    // `f = () => 1` of a variable that may not be initialised yet becomes an argument of ours (`writable`).
    const isArgument = slot?.checked === true && ts.isBinaryExpression(target.parent);
    const isSame = !isMoved && !isArgument && (!slot || (!slot.boxed && slot.name === target.text));
    return isSame ? undefined : target.text;
  }

  /** [source] const f = () => 1 · [machine] f$1 = { "f": () => 1 }.f */
  private named(name: string | undefined, write: () => void): void {
    if (name === undefined) return write();
    const key = JSON.stringify(name);
    // Written out, `__proto__` would set the prototype.
    this.out.text(`({ [${key}]: `);
    write();
    this.out.text(` })[${key}]`);
  }

  private closureOverBoxes(node: ts.Node, boxes: readonly Slot[], name: string | undefined): void {
    const names = boxes.map((slot) => slot.name).join(', ');
    for (const slot of boxes) this.out.reads.add(slot);
    const outer = this.out;
    this.out = new CodeBuilder();
    this.named(name, () => this.children(node));
    const inner = this.out.build();
    this.out = outer;
    if (inner.awaits) {
      this.m.refuse(
        node,
        'HL1102',
        'An object with methods that capture a loop variable holds an await.',
        'Await into a constant first.',
      );
    }
    const isObject = ts.isObjectLiteralExpression(node);
    this.out
      .text(`((${names}) => ${isObject ? '(' : ''}`)
      .append(inner)
      .text(`${isObject ? ')' : ''})(${names})`);
  }
}

/**
 * For a temporary of ours, which would give a function its own name.
 *
 * [source]  c ? () => 1 : await f()
 * [machine] $chosen = { "": () => 1 }[""]
 */
export function namedAsWritten(node: ts.Expression, value: Code): Code {
  const at = skipOuter(node);
  const isAnonymous =
    ts.isArrowFunction(at) || ((ts.isFunctionExpression(at) || ts.isClassExpression(at)) && at.name === undefined);
  if (!isAnonymous) return value;
  const key = JSON.stringify(namingTarget(at)?.text ?? '');
  return new CodeBuilder().text(`({ [${key}]: `).append(value).text(` })[${key}]`).build();
}

/** The value, if the variable may be written. */
export function writable(support: string, slot: Slot, value: Code): Code {
  const place = slot.boxed ? `${slot.name}.v` : slot.name;
  const builder = new CodeBuilder().text(`${support}.writable(`).append(value);
  builder.text(`, ${place}, ${JSON.stringify(slot.sourceName)})`).reads.add(slot);
  return builder.build();
}

function isInName(node: ts.Node, member: ts.Node): boolean {
  const name = computedNameOf(member);
  return name !== undefined && node.pos >= name.pos && node.end <= name.end;
}

/** What an anonymous function or class gets its name from. */
function namingTarget(node: ts.Expression): ts.Identifier | ts.StringLiteralLike | undefined {
  let at: ts.Node = node;
  while (ts.isExpression(at.parent) && skipOuter(at.parent) === node) at = at.parent;
  const user = at.parent;
  if (ts.isVariableDeclaration(user) || ts.isBindingElement(user))
    return user.initializer === at && ts.isIdentifier(user.name) ? user.name : undefined;
  if (ts.isShorthandPropertyAssignment(user)) return user.objectAssignmentInitializer === at ? user.name : undefined;
  if (ts.isPropertyAssignment(user))
    return ts.isIdentifier(user.name) || ts.isStringLiteralLike(user.name) ? user.name : undefined;
  if (!ts.isBinaryExpression(user) || user.right !== at || !namingOperators.has(user.operatorToken.kind))
    return undefined;
  return ts.isIdentifier(user.left) ? user.left : undefined;
}

const namingOperators = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

function isPropertyKey(name: ts.Node): boolean {
  return ts.isPropertyAssignment(name.parent) && name.parent.name === name;
}

/** Of the workflow itself: arrows have none of their own. */
function isArgumentsObject(node: ts.Identifier, method: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) return false;
  for (let at: ts.Node = node.parent; at !== method; at = at.parent) {
    if (ts.isFunctionLike(at) && !ts.isArrowFunction(at)) return false;
  }
  return true;
}

/** `arguments.length`, `arguments[i]`, `...arguments`: an array of them says the same. */
function isArgumentsRead(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isSpreadElement(parent)) return true;
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === 'length';
  if (ts.isCallExpression(parent)) return /^Array\.from$/.test(parent.expression.getText());
  if (!ts.isElementAccessExpression(parent) || parent.expression !== node) return false;
  const user = parent.parent;
  const isWritten =
    ts.isBinaryExpression(user) && user.left === parent && isAssignmentOperator(user.operatorToken.kind);
  return (
    !isWritten &&
    !ts.isPrefixUnaryExpression(user) &&
    !ts.isPostfixUnaryExpression(user) &&
    !ts.isDeleteExpression(user) &&
    !ts.isCallExpression(user)
  );
}

/** Only written here, not read: `x = …`, `[x] = …`, a declaration's own name. */
function isTarget(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.name === node;
  if (ts.isBindingElement(parent)) return parent.name === node;
  if (ts.isBinaryExpression(parent))
    return parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  if (ts.isForInStatement(parent) || ts.isForOfStatement(parent)) return parent.initializer === node;
  return isPatternTarget(node);
}

function isPatternTarget(node: ts.Node): boolean {
  let at = node;
  for (let parent = at.parent; parent; at = parent, parent = parent.parent) {
    if (ts.isShorthandPropertyAssignment(parent)) {
      if (parent.name !== at) return false;
    } else if (ts.isPropertyAssignment(parent)) {
      if (parent.initializer !== at) return false;
    } else if (ts.isBinaryExpression(parent)) {
      if (parent.left !== at || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
      if (ts.isArrayLiteralExpression(at) || ts.isObjectLiteralExpression(at)) return true;
    } else if (ts.isForOfStatement(parent)) {
      return parent.initializer === at;
    } else if (
      !ts.isArrayLiteralExpression(parent) &&
      !ts.isObjectLiteralExpression(parent) &&
      !ts.isSpreadElement(parent) &&
      !ts.isSpreadAssignment(parent)
    ) {
      return false;
    }
  }
  return false;
}
