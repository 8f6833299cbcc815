/**
 * Patterns. One without a suspension stays a native pattern, written as an assignment to the slots; one with a
 * suspension in a default, a computed key or a target is taken apart in order.
 *
 * Arrays are read by index, strings by code point, as their iterators do. Other iterables would have to keep an iterator
 * across the suspension: refused.
 */
import { ts } from 'ts-morph';
import { identifiersIn } from '../analyse/bind.ts';
import { skipOuter } from '../analyse/durable.ts';
import { code, CodeBuilder, join, plain } from '../ir/code.ts';
import type { Code } from '../ir/instruction.ts';
import { lowerReference } from './assignments.ts';
import type { MethodContext } from './context.ts';
import { lowerExpression } from './expressions.ts';
import { hold } from './operands.ts';
import { namedAsWritten, render } from './render.ts';

/** Binds a declared pattern to a value. Boxes were made when the scope was entered. */
export function bindPattern(m: MethodContext, name: ts.BindingName, value: Code): void {
  if (ts.isIdentifier(name)) {
    m.set(m.bindings.slotDeclaredBy(name), value);
    return;
  }
  if (m.marks.has(name)) return takeApartBinding(m, name, hold(m, value, 'pattern'));
  const slots = identifiersIn(name).map((id) => m.bindings.slotDeclaredBy(id));
  const builder = new CodeBuilder()
    .text(ts.isObjectBindingPattern(name) ? '(' : '')
    .append(render(m, name))
    .text(' = ')
    .append(value);
  builder.text(ts.isObjectBindingPattern(name) ? ')' : '');
  for (const slot of slots) {
    builder.writes.add(slot);
    if (!slot.boxed) builder.reads.delete(slot);
  }
  for (const slot of value.reads) builder.reads.add(slot);
  for (const slot of defaultsOf(m, name)) builder.reads.add(slot);
  m.native(builder.build());
}

/** What the defaults and computed keys of a pattern read: `{ a, b = a }` reads `a` after writing it, which is no read from before. */
function defaultsOf(m: MethodContext, name: ts.BindingPattern): Set<import('../ir/instruction.ts').Slot> {
  const own = new Set(identifiersIn(name).map((id) => m.bindings.slotDeclaredBy(id)));
  // A `var` may have a value before, which `var { a = a } = …` reads.
  return new Set(
    [...render(m, name).reads].filter(
      (slot) => !own.has(slot) || slot.boxed || slot.kind === 'var' || slot.kind === 'param',
    ),
  );
}

function takeApartBinding(m: MethodContext, name: ts.BindingPattern, value: Code): void {
  if (ts.isObjectBindingPattern(name)) return takeApartObject(m, name, value);
  requireIndexed(m, name, m.checker.getTypeAtLocation(name));
  const items = hold(m, code`${m.module.emitted.support}.indexed(${value})`, 'items');
  name.elements.forEach((element, index) => {
    if (ts.isOmittedExpression(element)) return;
    if (element.dotDotDotToken)
      return bindPattern(m, element.name, code`${m.module.emitted.support}.from(${items}, ${String(index)})`);
    bindElement(m, element, code`${items}[${String(index)}]`);
  });
}

function takeApartObject(m: MethodContext, name: ts.ObjectBindingPattern, value: Code): void {
  m.native(code`${m.module.emitted.support}.destructurable(${value})`);
  const keys: Code[] = [];
  for (const element of name.elements) {
    if (element.dotDotDotToken) {
      bindPattern(m, element.name, code`${m.module.emitted.support}.rest(${value}, [${join(keys, ', ')}])`);
      continue;
    }
    const key = keyOf(m, element.propertyName ?? (element.name as ts.Identifier));
    keys.push(key.asValue);
    bindElement(m, element, m.standsFor(element, code`${value}${key.asMember}`));
  }
}

function bindElement(m: MethodContext, element: ts.BindingElement, value: Code): void {
  bindPattern(m, element.name, element.initializer ? withDefault(m, value, element.initializer) : value);
}

/** [source] { a = await f() } · [machine] $1 = v.a; if ($1 === undefined) $1 = f… */
function withDefault(m: MethodContext, value: Code, initialiser: ts.Expression): Code {
  const slot = m.temp('element');
  m.set(slot, value, true);
  const missing = m.newBlock('default');
  const out = m.newBlock('after default');
  m.branch(code`${m.read(slot)} === undefined`, missing, out);
  m.enter(missing);
  m.set(slot, namedAsWritten(initialiser, lowerExpression(m, initialiser)), true);
  m.continueIn(out);
  return m.read(slot);
}

function keyOf(m: MethodContext, name: ts.PropertyName): { asValue: Code; asMember: Code } {
  if (ts.isComputedPropertyName(name)) {
    const key = hold(m, code`${m.module.emitted.support}.key(${lowerExpression(m, name.expression)})`, 'key');
    return { asValue: key, asMember: code`[${key}]` };
  }
  const text = ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? JSON.stringify(name.text) : name.getText();
  return { asValue: plain(text), asMember: plain(`[${text}]`) };
}

function requireIndexed(m: MethodContext, node: ts.Node, type: ts.Type): void {
  const isIndexed =
    m.checker.isArrayLikeType(type) || (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.Any)) !== 0;
  if (!isIndexed) {
    m.refuse(
      node,
      'HL1003',
      'An array pattern with an await inside takes apart something that is no array: its iterator would have to travel.',
      'Collect it first: const items = [...value].',
    );
  }
}

/** `[a, b.c] = value`, `({ a } = value)`; returns the value, as the expression does. */
export function lowerPatternAssignment(
  m: MethodContext,
  pattern: ts.ArrayLiteralExpression | ts.ObjectLiteralExpression,
  value: Code,
): Code {
  if (!m.marks.has(pattern)) {
    const builder = new CodeBuilder().text('(').append(render(m, pattern)).text(' = ').append(value).text(')');
    for (const slot of directTargets(m, pattern)) builder.writes.add(slot);
    return builder.build();
  }
  const held = hold(m, value, 'pattern');
  assignPattern(m, pattern, held);
  return held;
}

/** Slots that a pattern without suspensions always writes. */
function directTargets(m: MethodContext, pattern: ts.Expression): import('../ir/instruction.ts').Slot[] {
  const at = skipOuter(pattern);
  if (ts.isIdentifier(at)) {
    const slot = m.bindings.slotOf(at);
    return slot ? [slot] : [];
  }
  if (ts.isArrayLiteralExpression(at))
    return at.elements.flatMap((e) => directTargets(m, ts.isSpreadElement(e) ? e.expression : e));
  if (ts.isObjectLiteralExpression(at)) {
    return at.properties.flatMap((p) => {
      if (ts.isShorthandPropertyAssignment(p)) return directTargets(m, p.name);
      if (ts.isPropertyAssignment(p)) return directTargets(m, p.initializer);
      return ts.isSpreadAssignment(p) ? directTargets(m, p.expression) : [];
    });
  }
  if (ts.isBinaryExpression(at)) return directTargets(m, at.left);
  return [];
}

function assignPattern(
  m: MethodContext,
  pattern: ts.ArrayLiteralExpression | ts.ObjectLiteralExpression,
  value: Code,
): void {
  if (ts.isObjectLiteralExpression(pattern)) return assignObject(m, pattern, value);
  requireIndexed(m, pattern, m.checker.getTypeAtLocation(pattern));
  const items = hold(m, code`${m.module.emitted.support}.indexed(${value})`, 'items');
  pattern.elements.forEach((element, index) => {
    if (ts.isOmittedExpression(element)) return;
    if (ts.isSpreadElement(element))
      return assignTarget(
        m,
        element.expression,
        () => code`${m.module.emitted.support}.from(${items}, ${String(index)})`,
      );
    assignTarget(m, element, () => code`${items}[${String(index)}]`);
  });
}

function assignObject(m: MethodContext, pattern: ts.ObjectLiteralExpression, value: Code): void {
  m.native(code`${m.module.emitted.support}.destructurable(${value})`);
  const keys: Code[] = [];
  for (const property of pattern.properties) {
    if (ts.isSpreadAssignment(property)) {
      assignTarget(
        m,
        property.expression,
        () => code`${m.module.emitted.support}.rest(${value}, [${join(keys, ', ')}])`,
      );
    } else if (ts.isShorthandPropertyAssignment(property)) {
      const key = keyOf(m, property.name);
      keys.push(key.asValue);
      const read = code`${value}${key.asMember}`;
      const element = property.objectAssignmentInitializer
        ? withDefault(m, read, property.objectAssignmentInitializer)
        : read;
      m.native(lowerReference(m, property.name, false, false).write(element));
    } else if (ts.isPropertyAssignment(property)) {
      const key = keyOf(m, property.name);
      keys.push(key.asValue);
      assignTarget(m, property.initializer, () => code`${value}${key.asMember}`);
    }
  }
}

/** The target's base and key are evaluated before the value is taken, the default after. */
function assignTarget(m: MethodContext, target: ts.Expression, value: () => Code): void {
  const at = skipOuter(target);
  const hasDefault = ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  const place = hasDefault ? skipOuter(at.left) : at;
  const initialiser = hasDefault ? at.right : undefined;
  const read = (): Code => (initialiser ? withDefault(m, value(), initialiser) : value());
  if (ts.isArrayLiteralExpression(place) || ts.isObjectLiteralExpression(place)) {
    m.native(lowerPatternAssignment(m, place, read()));
    return;
  }
  const reference = lowerReference(m, place, initialiser !== undefined && m.marks.has(initialiser), false);
  m.native(reference.write(read()));
}
