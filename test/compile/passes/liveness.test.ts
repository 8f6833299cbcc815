/** G7: what travels from each suspension is what is read after it on some path, and nothing else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MachineIr } from '../../../codegen/ir/instruction.ts';
import { carried, Lowering, workflowModule } from './lowered.ts';

interface Row {
  readonly says: string;
  readonly body: string;
  /** For each suspension in the order of the source. */
  readonly carried: readonly (readonly string[])[];
}

const parameters = 'a: number, b: number, xs: number[]';

const rows: readonly Row[] = [
  {
    says: 'an argument of the suspension itself stays behind',
    body: 'const c = a + b; await this.get(c, a);',
    carried: [[]],
  },
  {
    says: 'a value read after it travels, one read no more does not',
    body: 'const c = a + 1; const d = b + 1; await sleep(c); await sleep(d); return d;',
    carried: [['d'], ['d']],
  },
  {
    says: 'a value written before it is read again does not travel',
    body: 'let c = a; await sleep(c); c = b; await sleep(1); return c;',
    carried: [['b'], ['c']],
  },
  {
    says: 'a value written on one path only travels for the other',
    body: 'let c = a; await sleep(1); if (b > 0) c = 1; return c;',
    carried: [['b', 'c']],
  },
  {
    says: 'a value written on both paths does not',
    body: 'let c = a; await sleep(c); if (b > 0) c = 1; else c = 2; return c;',
    carried: [['b']],
  },
  {
    says: 'what only one branch reads travels to the suspension before the branch, not to one in the other branch',
    body: 'await sleep(1); if (a > 0) { await sleep(2); return b; } await sleep(3); return xs;',
    carried: [['a', 'b', 'xs'], ['b'], ['xs']],
  },
  {
    says: 'a variable read only before the suspension of a loop body is carried round the loop',
    body: 'let last = a; for (;;) { if (last > 9) return; last += 1; await sleep(1); }',
    carried: [['last']],
  },
  {
    says: 'a variable that every iteration makes anew is not carried round',
    body: 'for (let i = 0; i < a; i += 1) { const c = i * 2; await sleep(c); }',
    carried: [['a', 'i']],
  },
  {
    says: 'behind the loop nothing of the loop is left',
    body: 'for (const x of xs) { await sleep(x); } await sleep(a);',
    carried: [['a', 'items'], []],
  },
  {
    says: 'the loop carries its cursor; the array, only if it is read too; the old value of a compound assignment, not the variable',
    body: 'let sum = 0; for (const x of xs) { sum += await this.number(x); } return sum + xs.length;',
    carried: [['xs', 'items', 'old']],
  },
  {
    says: 'the catch clause reads on the edge from any instruction of its try',
    body: 'let step = 0; try { await sleep(1); step = 1; await sleep(2); step = 2; } catch { return step; } return b;',
    carried: [
      ['b', 'step'],
      ['b', 'step'],
    ],
  },
  {
    says: 'what the catch overwrites before it reads does not travel into the try',
    body: 'let c = a; try { await sleep(c); } catch { c = 5; } await sleep(1); return b;',
    carried: [['b'], ['b']],
  },
  {
    says: 'inside the catch its own reads are what is left',
    body: 'try { return await this.get(a); } catch (error) { await sleep(1); return error; }',
    carried: [[], ['error']],
  },
  {
    says: 'a finally carries how it was entered',
    body: 'try { await sleep(a); } finally { await sleep(2); } return b;',
    carried: [['b'], ['b', 'completion', 'pending']],
  },
  {
    says: 'a finally that always returns carries no completion',
    body: 'try { await sleep(a); } finally { await sleep(2); return b; }',
    carried: [['b'], ['b']],
  },
  {
    says: 'operands evaluated before an await are held until they are used',
    body: 'return [a + 1, await this.get(1), b + 1, await this.get(2)];',
    carried: [
      ['b', 'held'],
      ['held', 'get', 'held@1'],
    ],
  },
  {
    says: 'a constant operand is not held twice',
    body: 'return [a, await this.get(1), a];',
    carried: [['a']],
  },
  {
    says: 'a closure that is made again brings what it captures, not itself',
    body: 'const c = a * 2; const add = (n: number) => n + c + b; await sleep(1); return add(1);',
    carried: [['b', 'c']],
  },
  {
    says: 'a closure of closures brings what the inner one captures',
    body: 'const f = () => a; const g = () => f(); await sleep(1); return g();',
    carried: [['a']],
  },
  {
    says: 'a closure not called again brings nothing',
    body: 'const c = a * 2; const add = (n: number) => n + c; await sleep(add(1)); return b;',
    carried: [['b']],
  },
  {
    says: 'a variable that only a closure writes does not travel for the writing',
    body: 'let c = a; const reset = () => { c = 0; }; await sleep(c); reset(); return b;',
    carried: [['b']],
  },
  {
    says: 'a service alias is found again',
    body: 'const self = this.service; const rate = this.rate; await sleep(1); self.call(); return rate;',
    carried: [['rate']],
  },
  {
    says: 'a variable that may be read before it is initialised is live before it is',
    body: 'const read = () => later; await sleep(1); if (b > 0) return read(); const later = a; await sleep(2); return read();',
    carried: [['a', 'b', 'later'], ['later']],
  },
  {
    says: 'a variable that nobody reads early is not',
    body: 'await sleep(1); const later = a; await sleep(2); return later;',
    carried: [['a'], ['later']],
  },
  {
    says: 'a switch carries what any clause behind the suspension reads',
    body: 'switch (a) { case 1: await sleep(1); case 2: return b; default: return xs; }',
    carried: [['b']],
  },
  {
    says: 'a jump out of a native block reads at its target',
    body: 'let c = a; for (;;) { if (b > 0) { c = 7; break; } await sleep(1); c = 1; } await sleep(2); return c;',
    carried: [['b'], ['c']],
  },
  {
    says: 'a return out of a native block ends the life of everything',
    body: 'await sleep(1); if (a > 0) return a; await sleep(2); return b;',
    carried: [['a', 'b'], ['b']],
  },
  {
    says: 'a destructured variable that a default reads',
    body: 'const { length, [a]: first = length } = xs; await sleep(1); return first;',
    carried: [['first']],
  },
  {
    says: 'what follows a suspension in dead code does not count',
    body: 'await sleep(1); return a; await sleep(2); return b;',
    carried: [['a']],
  },
  {
    says: 'short-circuit operands are read on the path that reaches them',
    body: 'return (await this.get(1)) && (await this.get(a)) && b;',
    carried: [['a', 'b'], ['b']],
  },
  {
    says: 'a result that nobody reads is not kept',
    body: 'const got = await this.get(1); await sleep(1); return a;',
    carried: [['a'], ['a']],
  },
];

describe('what travels:', () => {
  let lowering: Lowering;
  let machines: ReadonlyMap<string, MachineIr>;
  const named = rows.map((row, index) => ({ ...row, name: `Row${index}` }));
  beforeAll(() => {
    lowering = new Lowering();
    const { machines: all, diagnostics } = lowering.module(
      workflowModule(named.map(({ name, body }) => ({ name, parameters, body }))),
    );
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    machines = new Map(all.map((machine) => [machine.className, machine]));
  }, 60_000);
  afterAll(() => lowering?.remove());

  it.each(named)('$says', ({ name, body, carried: expected }) => {
    expect(carried(machines.get(name)!), body).toEqual(expected);
  });
});
