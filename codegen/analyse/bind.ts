/**
 * Slots: one per symbol that is declared where lowered code stands. What is declared inside an unmarked statement stays
 * a native `let` and is no slot.
 *
 * Invariants
 * 1. One slot per *symbol*, never per name: shadowing gives two.
 * 2. Emitted names avoid every identifier of the file, so no user name and no global is hidden.
 * 3. A captured slot whose declaration stands in a lowered loop is boxed: each iteration is a new variable.
 * 4. A slot that may be read before it is initialised is checked.
 */
import { ts } from 'ts-morph';
import type { Slot, SlotKind } from '../ir/instruction.ts';
import type { FunctionWithBody } from './functions.ts';
import { skipOuter } from './expressions.ts';
import type { Capture } from './local-functions.ts';
import { isLoweredLoop, type Marks } from './marks.ts';

export class Names {
  private readonly taken: Set<string>;
  constructor(file: ts.SourceFile) {
    this.taken = identifiersOf(file);
  }
  /** `wanted`, or with a number behind it where that is taken. */
  fresh(wanted: string): string {
    let name = wanted;
    for (let n = 1; this.taken.has(name); n += 1) name = `${wanted}$${n}`;
    this.taken.add(name);
    return name;
  }
}

function identifiersOf(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

/** What a function has of those around it. */
export interface Surroundings {
  /** Of a local function: handed over to it, or made again. */
  readonly captures: readonly Capture[];
  /** Variables whose boxes several machines hold. */
  readonly shared: ReadonlySet<ts.Symbol>;
  /** Whether the node is a function that has a machine of its own. */
  isLifted(node: ts.Node): boolean;
}

const noSurroundings: Surroundings = { captures: [], shared: new Set(), isLifted: () => false };

export class Bindings {
  readonly slots: Slot[] = [];
  private readonly bySymbol = new Map<ts.Symbol, Slot>();
  private readonly declaredIn = new Map<Slot, ts.Node>();
  private readonly keys = new Map<string, number>();
  /** Names that mean something outside the method; a slot must not hide it, because it is visible in the whole machine. */
  private readonly foreignNames: ReadonlySet<string>;
  readonly declarations = new Map<Slot, ts.Node>();
  private readonly method: FunctionWithBody;
  private readonly checker: ts.TypeChecker;
  private readonly names: Names;
  private readonly marks: Marks;
  private readonly around: Surroundings;

  constructor(
    method: FunctionWithBody,
    checker: ts.TypeChecker,
    names: Names,
    marks: Marks,
    around: Surroundings = noSurroundings,
  ) {
    this.method = method;
    this.checker = checker;
    this.names = names;
    this.marks = marks;
    this.around = around;
    this.foreignNames = this.findForeignNames();
    for (const { name, isShared } of around.captures) this.declare(name, isShared ? 'let' : 'const', method);
    this.collect();
    this.studyReferences();
    this.shareBoxes();
  }

  /** The slot that an identifier means, or undefined for everything native. */
  slotOf(identifier: ts.Identifier): Slot | undefined {
    const symbol = this.symbolOf(identifier);
    return this.catchVariableFor(identifier) ?? (symbol && this.bySymbol.get(symbol));
  }

  slotDeclaredBy(name: ts.Identifier): Slot {
    const slot = this.catchVariableFor(name) ?? this.bySymbol.get(this.checker.getSymbolAtLocation(name)!);
    if (!slot) throw new Error(`No slot for '${name.text}'`);
    return slot;
  }

  /** `catch (e) { var e = 1 }` declares a variable of the function and assigns the catch parameter. */
  private catchVariableFor(name: ts.Identifier): Slot | undefined {
    const isCaptured = name.pos < this.method.pos || name.end > this.method.end;
    if (!isNameOfVar(name) || isCaptured) return undefined;
    for (let at: ts.Node = name; at !== this.method; at = at.parent) {
      const caught = ts.isCatchClause(at) ? at.variableDeclaration?.name : undefined;
      if (caught && ts.isIdentifier(caught) && caught.text === name.text && this.isSlot(caught))
        return this.slotDeclaredBy(caught);
    }
    return undefined;
  }

  isSlot(name: ts.Identifier): boolean {
    const symbol = this.checker.getSymbolAtLocation(name);
    return symbol !== undefined && this.bySymbol.has(symbol);
  }

  temp(hint: string, kind: SlotKind = 'temp'): Slot {
    return this.add(hint, kind, undefined);
  }

  /** While `work` runs, the variables of these slots are others of the same names. */
  withOwnCopies(slots: readonly Slot[], work: (copies: readonly Slot[]) => void): void {
    const symbols = slots.map((slot) => [...this.bySymbol].find(([, each]) => each === slot)![0]);
    const copies = slots.map((slot, index) => this.copyOf(slot, symbols[index]!));
    work(copies);
    symbols.forEach((symbol, index) => this.bySymbol.set(symbol, slots[index]!));
  }

  private copyOf(slot: Slot, symbol: ts.Symbol): Slot {
    const name = this.declarations.get(slot) as ts.Identifier;
    const copy = this.add(slot.sourceName, slot.kind, name);
    copy.type = slot.type;
    copy.boxed = slot.boxed;
    copy.shared = slot.shared;
    copy.reassigned = slot.reassigned;
    copy.checked = slot.checked;
    this.bySymbol.set(symbol, copy);
    this.declarations.set(copy, name);
    this.declaredIn.set(copy, this.declaredIn.get(slot)!);
    return copy;
  }

  /** Symbols by identifier text are resolved once; in `{ x }` the *value* is meant. */
  symbolOf(identifier: ts.Identifier): ts.Symbol | undefined {
    const parent = identifier.parent;
    if (ts.isShorthandPropertyAssignment(parent) && parent.name === identifier) {
      return this.checker.getShorthandAssignmentValueSymbol(parent);
    }
    if (ts.isBindingElement(parent) && parent.propertyName === identifier) return undefined;
    return this.checker.getSymbolAtLocation(identifier);
  }

  private add(sourceName: string, kind: SlotKind, node: ts.Identifier | undefined): Slot {
    const count = this.keys.get(sourceName) ?? 0;
    this.keys.set(sourceName, count + 1);
    const isFirst = count === 0 && node !== undefined && !this.foreignNames.has(sourceName);
    const slot: Slot = {
      id: this.slots.length,
      kind,
      sourceName,
      name: isFirst ? sourceName : this.names.fresh(node ? `${sourceName}$1` : `$${sourceName}`),
      key: count === 0 ? sourceName : `${sourceName}@${count}`,
      boxed: false,
      shared: false,
      late: false,
      reassigned: false,
      givenOnce: false,
      checked: false,
      type: '',
      ...(node ? { declaredAt: node.getStart() } : {}),
    };
    this.slots.push(slot);
    return slot;
  }

  private declare(name: ts.Identifier, kind: SlotKind, scope: ts.Node): void {
    const symbol = this.checker.getSymbolAtLocation(name);
    if (!symbol || this.bySymbol.has(symbol)) return;
    const same = this.sameVariable(name, kind, scope);
    if (same) return void this.bySymbol.set(symbol, same);
    const slot = this.add(name.text, kind, name);
    slot.type = this.printType(name);
    this.bySymbol.set(symbol, slot);
    this.declaredIn.set(slot, scope);
    this.declarations.set(slot, name);
  }

  /** `var f` and `function f` in the method itself are one variable; TypeScript, which refuses them, has two symbols. */
  private sameVariable(name: ts.Identifier, kind: SlotKind, scope: ts.Node): Slot | undefined {
    const isOfMethod = (each: SlotKind, at: ts.Node): boolean =>
      each === 'var' || each === 'param' || (each === 'function' && at === this.method.body);
    if (!isOfMethod(kind, scope)) return undefined;
    return [...this.declaredIn].find(([slot, at]) => slot.sourceName === name.text && isOfMethod(slot.kind, at))?.[0];
  }

  private printType(name: ts.Identifier): string {
    return this.checker.typeToString(
      this.checker.getTypeAtLocation(name),
      name,
      ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
    );
  }

  private declarePattern(name: ts.BindingName, kind: SlotKind, scope: ts.Node): void {
    if (ts.isIdentifier(name)) return this.declare(name, kind, scope);
    for (const element of name.elements) {
      if (ts.isBindingElement(element)) this.declarePattern(element.name, kind, scope);
    }
  }

  private collect(): void {
    for (const parameter of this.method.parameters) {
      if (!isThisParameter(parameter)) this.declarePattern(parameter.name, 'param', this.method);
    }
    this.forEachDeclaration((name, kind, scope) => {
      if (this.isLoweredScope(scope) && !this.namesLifted(name)) this.declarePattern(name, kind, scope);
    });
  }

  private shareBoxes(): void {
    for (const { symbol, isShared } of this.around.captures) {
      const slot = this.bySymbol.get(symbol)!;
      slot.checked = false;
      slot.boxed = false;
      slot.reassigned = isShared;
    }
    for (const [symbol, slot] of this.bySymbol)
      if (this.around.shared.has(symbol)) [slot.boxed, slot.shared] = [true, true];
  }

  private findForeignNames(): Set<string> {
    const names = new Set<string>();
    const captured = new Set(this.around.captures.map(({ symbol }) => symbol));
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
      if (ts.isIdentifier(node) && !isPropertyName(node)) {
        const symbol = this.symbolOf(node);
        const declarations = symbol?.declarations ?? [];
        const isOwn =
          (symbol !== undefined && captured.has(symbol)) ||
          declarations.some(
            (d) =>
              d !== this.method &&
              d.pos >= this.method.pos &&
              d.end <= this.method.end &&
              d.getSourceFile() === node.getSourceFile(),
          );
        if (!isOwn) names.add(node.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(this.method);
    return names;
  }

  /** Nobody holds such a function, so nothing has to hold it here. */
  private namesLifted(name: ts.BindingName): boolean {
    const { parent } = name;
    const made = ts.isVariableDeclaration(parent) ? parent.initializer && skipOuter(parent.initializer) : parent;
    return made !== undefined && this.around.isLifted(made);
  }

  private isLoweredScope(scope: ts.Node): boolean {
    if (scope === this.method || scope === this.method.body) return true;
    if (ts.isIterationStatement(scope, false)) return isLoweredLoop(scope, this.marks);
    return this.marks.has(ts.isCatchClause(scope) ? scope.parent : scope);
  }

  private forEachDeclaration(found: (name: ts.BindingName, kind: SlotKind, scope: ts.Node) => void): void {
    const visit = (node: ts.Node, scope: ts.Node): void => {
      if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node)) {
        if (node.name) found(node.name, ts.isFunctionDeclaration(node) ? 'function' : 'class', scope);
      }
      if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
      if (ts.isVariableDeclarationList(node)) {
        const flags = node.flags & ts.NodeFlags.BlockScoped;
        const kind = flags === 0 ? 'var' : (flags & ts.NodeFlags.Let) === flags ? 'let' : 'const';
        for (const declaration of node.declarations) found(declaration.name, kind, flags === 0 ? this.method : scope);
      }
      if (ts.isCatchClause(node) && node.variableDeclaration) found(node.variableDeclaration.name, 'catch', node);
      const inner = isScope(node) ? node : scope;
      ts.forEachChild(node, (child) => visit(child, inner));
    };
    ts.forEachChild(this.method.body, (child) => visit(child, this.method.body));
  }

  /** Captured, reassigned, possibly read too early. */
  private studyReferences(): void {
    const references = new Map<Slot, ts.Identifier[]>();
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        const slot = this.slotOf(node);
        const known = slot && references.get(slot);
        if (known) known.push(node);
        else if (slot) references.set(slot, [node]);
      }
      ts.forEachChild(node, visit);
    };
    visit(this.method);
    for (const [slot, identifiers] of references) {
      // Its own name stands inside a function or class, but is not captured by it.
      const own = this.declarations.get(slot);
      const captured = identifiers.some((id) => id !== own && this.nestedFunctionOf(id) !== undefined);
      slot.boxed = captured && this.isInLoweredLoop(this.declaredIn.get(slot)!);
      const written = identifiers.filter((id) => id !== own && isWritten(id)).length;
      const isFunction = identifiers.some(({ parent }) => ts.isFunctionDeclaration(parent));
      const declared = identifiers.filter(isDeclaredWithValue).length + (isFunction ? 1 : 0);
      slot.reassigned = written > 0 || declared > 1;
      slot.givenOnce = written + declared === 1;
      slot.checked = this.mayBeUninitialised(slot, identifiers);
    }
  }

  /** No iteration begins in the life of `slot` that gives `other` a new box. */
  livesWithin(slot: Slot, other: Slot): boolean {
    const [scope, outer] = [this.declaredIn.get(slot)!, this.declaredIn.get(other)!];
    const loop = ts.findAncestor(outer, (node): node is ts.IterationStatement => ts.isIterationStatement(node, false));
    return !loop || (scope.pos >= loop.statement.pos && scope.end <= loop.statement.end);
  }

  /** The outermost function or class inside the method that holds the node. */
  nestedFunctionOf(node: ts.Node): ts.Node | undefined {
    let nested: ts.Node | undefined;
    for (let at: ts.Node = node; at !== this.method; at = at.parent) {
      if (ts.isFunctionLike(at) || ts.isClassLike(at)) nested = at;
    }
    return nested;
  }

  private isInLoweredLoop(scope: ts.Node): boolean {
    for (let at: ts.Node = scope; at !== this.method; at = at.parent) {
      if (ts.isIterationStatement(at, false) && isLoweredLoop(at, this.marks)) return true;
    }
    return false;
  }

  private mayBeUninitialised(slot: Slot, identifiers: ts.Identifier[]): boolean {
    if (slot.kind !== 'let' && slot.kind !== 'const' && slot.kind !== 'class') return false;
    const name = this.declarations.get(slot)!;
    const declaration = declarationOf(name);
    const clause = enclosingClause(declaration);
    return identifiers.some((id) => {
      if (id === name) return false;
      if (clause && enclosingClauseWithin(id, clause.parent) !== clause) return true;
      const nested = this.nestedFunctionOf(id);
      if (nested && ts.isFunctionDeclaration(nested)) {
        return this.isCalledBefore(nested, declaration.end);
      }
      if (nested && nested.pos >= declaration.pos && nested.end <= declaration.end) {
        // In its own initialiser: `const f = () => f()` is called later, an immediate call is not.
        return !isCalledLater(declaration, nested, id);
      }
      return id.getStart() < declaration.end;
    });
  }

  /** Conservative: any use of the function that stands before `end`, itself or in a function that is so used. */
  private isCalledBefore(called: ts.FunctionDeclaration, end: number, asked = new Set<ts.Node>()): boolean {
    const symbol = called.name && this.checker.getSymbolAtLocation(called.name);
    if (!symbol) return true;
    if (asked.has(called)) return false;
    asked.add(called);
    let isEarly = false;
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && node !== called.name && this.symbolOf(node) === symbol) {
        const nested = this.nestedFunctionOf(node);
        const isDeclared = nested !== undefined && ts.isFunctionDeclaration(nested);
        isEarly ||= isDeclared ? this.isCalledBefore(nested, end, asked) : node.getStart() < end;
      }
      if (!isEarly) ts.forEachChild(node, visit);
    };
    visit(this.method);
    return isEarly;
  }
}

export function isThisParameter(parameter: ts.ParameterDeclaration): boolean {
  return ts.isIdentifier(parameter.name) && parameter.name.text === 'this';
}

function isScope(node: ts.Node): boolean {
  return (
    ts.isBlock(node) ||
    ts.isForStatement(node) ||
    ts.isForInStatement(node) ||
    ts.isForOfStatement(node) ||
    ts.isCaseBlock(node) ||
    ts.isCatchClause(node) ||
    ts.isFunctionLike(node)
  );
}

export function identifiersIn(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? identifiersIn(element.name) : []));
}

function declarationOf(name: ts.Node): ts.Node {
  let at = name;
  while (
    ts.isBindingElement(at.parent) ||
    ts.isArrayBindingPattern(at.parent) ||
    ts.isObjectBindingPattern(at.parent)
  ) {
    at = at.parent;
  }
  return at.parent;
}

/** Inside the initialiser `nested` of its own declaration: a function's body and a class's instance members run later. */
function isCalledLater(declaration: ts.Node, nested: ts.Node, id: ts.Node): boolean {
  if (ts.isClassDeclaration(declaration)) return runsLaterInClass(declaration, id);
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer !== nested) return false;
  return ts.isClassLike(nested) ? runsLaterInClass(nested, id) : true;
}

function runsLaterInClass(owner: ts.ClassLikeDeclaration, id: ts.Node): boolean {
  for (let at = id; at !== owner; at = at.parent) {
    if (ts.isFunctionLike(at)) return true;
    if (ts.isPropertyDeclaration(at)) return !ts.getModifiers(at)?.some((m) => m.kind === ts.SyntaxKind.StaticKeyword);
  }
  return false;
}

function enclosingClause(node: ts.Node): ts.CaseOrDefaultClause | undefined {
  const statement = node.parent?.parent;
  const clause = ts.isClassDeclaration(node) || ts.isFunctionDeclaration(node) ? node.parent : statement?.parent;
  return clause && ts.isCaseOrDefaultClause(clause) ? clause : undefined;
}

function enclosingClauseWithin(node: ts.Node, block: ts.Node): ts.Node | undefined {
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    if (at.parent === block) return at;
  }
  return undefined;
}

/** The identifier names a member or a label, not a variable. */
function isPropertyName(id: ts.Identifier): boolean {
  const parent = id.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === id;
  if (ts.isBindingElement(parent)) return parent.propertyName === id;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return true;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  return (
    (ts.isObjectLiteralElement(parent) ||
      ts.isClassElement(parent) ||
      ts.isEnumMember(parent) ||
      ts.isMetaProperty(parent)) &&
    parent.name === id
  );
}

/** Assigned by `=`, compound assignment, `++`, a destructuring target or a loop header. */
export function isWritten(target: ts.Expression): boolean {
  let at: ts.Node = target;
  let parent = at.parent;
  while (
    ts.isParenthesizedExpression(parent) ||
    ts.isNonNullExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent)
  ) {
    at = parent;
    parent = parent.parent;
  }
  if (ts.isBinaryExpression(parent)) return parent.left === at && isAssignmentOperator(parent.operatorToken.kind);
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
    return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
  }
  if (ts.isForInStatement(parent) || ts.isForOfStatement(parent)) return parent.initializer === at;
  return isAssignmentPatternElement(at);
}

export function isAssignmentOperator(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function isNameOfVar(name: ts.Identifier): boolean {
  const part = name.parent;
  if (!(ts.isVariableDeclaration(part) || ts.isBindingElement(part)) || part.name !== name) return false;
  const { parent } = declarationOf(name);
  return ts.isVariableDeclarationList(parent) && (parent.flags & ts.NodeFlags.BlockScoped) === 0;
}

/** `var f = one; … var f = two` declares one variable and gives it two values. */
function isDeclaredWithValue(name: ts.Identifier): boolean {
  const declaration = name.parent;
  if (ts.isVariableDeclaration(declaration))
    return (
      declaration.name === name &&
      (declaration.initializer !== undefined ||
        ts.isCatchClause(declaration.parent) ||
        ts.isForOfStatement(declaration.parent.parent) ||
        ts.isForInStatement(declaration.parent.parent))
    );
  return (ts.isParameter(declaration) || ts.isBindingElement(declaration)) && declaration.name === name;
}

/** Stands as a target inside `[a, { b }] = …`. */
function isAssignmentPatternElement(node: ts.Node): boolean {
  let at = node;
  for (let parent = at.parent; parent; at = parent, parent = parent.parent) {
    if (ts.isShorthandPropertyAssignment(parent)) {
      if (parent.name !== at) return false;
    } else if (ts.isPropertyAssignment(parent)) {
      if (parent.initializer !== at) return false;
    } else if (ts.isBinaryExpression(parent)) {
      if (parent.left !== at || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
      if (ts.isArrayLiteralExpression(at) || ts.isObjectLiteralExpression(at)) return true;
    } else if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) {
      return parent.initializer === at;
    } else if (
      !ts.isArrayLiteralExpression(parent) &&
      !ts.isObjectLiteralExpression(parent) &&
      !ts.isSpreadElement(parent) &&
      !ts.isSpreadAssignment(parent) &&
      !ts.isParenthesizedExpression(parent)
    ) {
      return false;
    }
  }
  return false;
}
