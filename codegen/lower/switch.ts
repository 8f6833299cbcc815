/** `switch` with a suspension inside: the tests in order, then the bodies, which fall through. */
import { ts } from 'ts-morph';
import { code } from '../ir/code.ts';
import type { Block } from '../ir/instruction.ts';
import type { MethodContext } from './context.ts';
import { lowerExpression } from './expressions.ts';
import { hold } from './operands.ts';
import { openScope } from './scopes.ts';
import { lowerNative, lowerStatement } from './statements.ts';

export function lowerSwitch(m: MethodContext, statement: ts.SwitchStatement, labels: readonly string[]): void {
  if (!m.marks.has(statement.caseBlock)) {
    return lowerNative(m, statement, new Map([[statement.expression, lowerExpression(m, statement.expression)]]));
  }
  const value = hold(m, lowerExpression(m, statement.expression), 'switched');
  const clauses = statement.caseBlock.clauses;
  const out = m.newBlock('end switch');
  const bodies = clauses.map((clause) => m.newBlock(ts.isDefaultClause(clause) ? 'default' : 'case'));
  openScope(
    m,
    clauses.flatMap((clause) => [...clause.statements]),
  );
  lowerTests(m, clauses, value, bodies, out);
  const depth = m.finallys.length;
  m.targets.push({ statement, labels, onBreak: { block: out, depth }, isLabelledBlock: false });
  clauses.forEach((clause, index) => {
    m.enter(bodies[index]!);
    m.withPath('switch', () => clause.statements.forEach((s) => lowerStatement(m, s)));
    m.jump(bodies[index + 1] ?? out);
  });
  m.targets.pop();
  m.enter(out);
}

function lowerTests(
  m: MethodContext,
  clauses: ts.NodeArray<ts.CaseOrDefaultClause>,
  value: import('../ir/instruction.ts').Code,
  bodies: readonly Block[],
  out: Block,
): void {
  let otherwise = out;
  clauses.forEach((clause, index) => {
    if (ts.isDefaultClause(clause)) {
      otherwise = bodies[index]!;
      return;
    }
    const next = m.newBlock('next case');
    m.branch(
      code`${value} === (${m.withPath('switch', () => lowerExpression(m, clause.expression))})`,
      bodies[index]!,
      next,
    );
    m.enter(next);
  });
  m.jump(otherwise);
}
