/**
 * `try`, `catch`, `finally` with a suspension inside.
 *
 * The finally exists once. How it was entered is a completion that travels: normal, thrown v, returned v, or a jump.
 * A completion that arises inside the finally goes outward and so overwrites the pending one, as the language has it.
 */
import { ts } from 'ts-morph';
import { plain } from '../ir/code.ts';
import type { Block } from '../ir/instruction.ts';
import { completion, type FinallyScope, type MethodContext } from './context.ts';
import { bindPattern } from './destructuring.ts';
import { beginSlots, slotsOfPattern } from './scopes.ts';
import { lowerBody, returnValue } from './statements.ts';

export function lowerTry(m: MethodContext, statement: ts.TryStatement): void {
  const outer = m.handler;
  const out = m.newBlock('end try', outer);
  const scope = statement.finallyBlock ? openFinally(m) : undefined;
  const thrown = scope ? finallyAfterThrow(m, scope) : outer;
  const caught = statement.catchClause ? m.newBlock('catch', thrown) : undefined;
  if (scope) m.finallys.push(scope);

  m.handler = caught ?? thrown;
  m.continueIn(m.newBlock('try'));
  m.withPath('try', () => lowerBody(m, statement.tryBlock));
  leaveNormally(m, scope, out);

  if (caught) {
    m.handler = thrown;
    m.enter(caught);
    m.withPath('catch', () => lowerCatch(m, statement.catchClause!));
    leaveNormally(m, scope, out);
  }
  m.handler = outer;
  if (scope) {
    m.finallys.pop();
    m.enter(scope.entry);
    m.withPath('finally', () => lowerBody(m, statement.finallyBlock!));
    endFinally(m, scope, out);
  }
  m.enter(out);
}

function openFinally(m: MethodContext): FinallyScope {
  return {
    entry: m.newBlock('finally'),
    kind: m.temp('completion'),
    value: m.temp('pending'),
    exits: [],
    returns: false,
    returnsThenable: false,
  };
}

function finallyAfterThrow(m: MethodContext, scope: FinallyScope): Block {
  const block = m.newBlock('finally after throw');
  block.instructions.push({ kind: 'set', slot: scope.value, code: plain(m.module.emitted.caught), fresh: false });
  block.instructions.push({ kind: 'set', slot: scope.kind, code: plain(String(completion.thrown)), fresh: false });
  block.term = { kind: 'jump', to: scope.entry };
  return block;
}

function leaveNormally(m: MethodContext, scope: FinallyScope | undefined, out: Block): void {
  if (!scope) return m.jump(out);
  m.set(scope.value, plain('undefined'));
  m.set(scope.kind, plain(String(completion.normal)));
  m.jump(scope.entry);
}

function lowerCatch(m: MethodContext, clause: ts.CatchClause): void {
  const name = clause.variableDeclaration?.name;
  if (name) {
    beginSlots(m, slotsOfPattern(m, name));
    bindPattern(m, name, plain(m.module.emitted.caught));
  }
  lowerBody(m, clause.block);
}

function endFinally(m: MethodContext, scope: FinallyScope, out: Block): void {
  const cases = [
    { value: completion.normal as number, to: out },
    { value: completion.thrown as number, to: rethrow(m, scope) },
  ];
  if (scope.returns) cases.push({ value: completion.returned, to: goOnReturning(m, scope) });
  for (const exit of scope.exits) cases.push({ value: exit.kind, to: m.wayTo(exit.target) });
  m.end({ kind: 'dispatch', on: scope.kind, cases });
}

function rethrow(m: MethodContext, scope: FinallyScope): Block {
  const block = m.newBlock('throw on');
  block.term = { kind: 'throw', code: m.read(scope.value) };
  return block;
}

function goOnReturning(m: MethodContext, scope: FinallyScope): Block {
  const block = m.newBlock('return on');
  const before = m.current;
  m.enter(block);
  returnValue(m, m.read(scope.value), scope.returnsThenable);
  m.enter(before);
  return block;
}
