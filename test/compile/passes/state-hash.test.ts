/** Equal hash = the same code is reachable from the state: what a message in flight may trust. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Lowering, workflowModule } from './lowered.ts';

const parameters = 'a: number, xs: number[]';
const before = `
    const c = a + 1;`;
const middle = `
    const got = await this.get(c);`;
const after = `
    let sum = c;
    for (const x of xs) {
      sum += x;
      await sleep(sum);
    }
    return [got, sum];`;

let lowering: Lowering;
beforeAll(() => {
  lowering = new Lowering();
});
afterAll(() => lowering?.remove());

/** Hashes of the states of `get` and `sleep`, and of the machine. */
function hashes(parts: { before?: string; middle?: string; after?: string; around?: string }) {
  const body = (parts.before ?? before) + (parts.middle ?? middle) + (parts.after ?? after);
  const machine = lowering.only(workflowModule([{ name: 'Example', parameters, body }], parts.around));
  const of = (label: string) => machine.suspensions.find((each) => each.label === label)?.hash;
  return { get: of('get'), sleep: of('sleep'), machine: machine.hash };
}

describe('the hash of a state', () => {
  let base: ReturnType<typeof hashes>;
  beforeAll(() => {
    base = hashes({});
  });

  it('is 16 hexadecimal digits, other for each state and the machine', () => {
    for (const hash of Object.values(base)) expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set(Object.values(base)).size).toBe(3);
  });

  const kept: readonly (readonly [change: string, parts: Parameters<typeof hashes>[0]])[] = [
    ['a comment', { after: after.replace('sum += x;', 'sum += x; // counts /* everything */') }],
    ['a comment between tokens', { after: after.replace('[got, sum]', '[got, /* the sum */ sum]') }],
    ['layout', { after: after.replace('sum += x;', '\n\n      sum   +=\n        x;') }],
    ['lines above the method', { around: '\n\n\nconst unrelated = 1;\nvoid unrelated;\n' }],
    ['a type', { after: after.replace('let sum = c', 'let sum: number = c') }],
  ];
  it.each(kept)('is kept by %s, and the machine’s too', (_change, parts) => {
    expect(hashes(parts)).toEqual(base);
  });

  const changed: readonly (readonly [change: string, after: string])[] = [
    ['an operator', after.replace('sum += x', 'sum -= x')],
    ['a constant', after.replace('let sum = c', 'let sum = c + 0')],
    ['a statement', after.replace('return', 'void sum;\n    return')],
    [
      'the order of statements',
      after.replace('sum += x;\n      await sleep(sum);', 'await sleep(sum);\n      sum += x;'),
    ],
    ['an argument of a later suspension', after.replace('sleep(sum)', 'sleep(sum + 1)')],
    ['another operation later', after.replace('sleep(sum)', 'this.number(sum)')],
    ['a loop that becomes an if', after.replace('for (const x of xs) {', 'const x = 1; if (sum > 0) {')],
    ['a try around it', after.replace('await sleep(sum);', 'try { await sleep(sum); } catch {}')],
    ['an exit out of the loop', after.replace('sum += x;', 'if (x > 9) break; sum += x;')],
    ['text inside a template', after.replace('[got, sum]', '`${got} ${sum}`')],
    ['a string', after.replace('[got, sum]', '[got, sum, "a b"]')],
  ];
  it.each(changed)('is changed by %s behind the state', (_change, text) => {
    const now = hashes({ after: text });
    expect(now.get).not.toBe(base.get);
    expect(now.machine).not.toBe(base.machine);
  });

  it('tells white space inside strings and templates apart', () => {
    const spaced = (text: string) => hashes({ after: after.replace('[got, sum]', text) }).get;
    expect(spaced('"a b"')).not.toBe(spaced('"a  b"'));
    expect(spaced('`a ${sum} b`')).not.toBe(spaced('`a ${sum}  b`'));
    expect(spaced('/a b/.test(String(sum))')).not.toBe(spaced('/a  b/.test(String(sum))'));
  });

  it('is not changed by what stands before the state, but the machine’s is', () => {
    for (const text of [
      before.replace('a + 1', 'a + 2'),
      `${before}\n    xs.push(1);`,
      `\n    await sleep(9);${before}`,
    ]) {
      const now = hashes({ before: text });
      expect(now.get, text).toBe(base.get);
      expect(now.machine, text).not.toBe(base.machine);
    }
  });

  it('is not changed by arguments of the suspension itself: the message carries them', () => {
    const now = hashes({ middle: middle.replace('(c)', '(c, 1)') });
    expect(now.get).toBe(base.get);
    expect(now.machine).not.toBe(base.machine);
  });

  it('is changed where another operation is awaited', () => {
    expect(hashes({ middle: middle.replace('this.get(c)', 'this.number(c)') }).get).toBeUndefined();
    const { suspensions } = lowering.body('await this.number(a); return a;', { parameters });
    const other = lowering.body('await sleep(a); return a;', { parameters }).suspensions;
    expect(suspensions[0]!.hash).not.toBe(other[0]!.hash);
  });

  it('is changed by whose activity is pending there: a retry would call the other', () => {
    const around = `
interface Port { charge(n: number): Promise<number> }
interface Ports { readonly a: Activities<Port>; readonly b: Activities<Port> }`;
    const of = (port: string) =>
      lowering
        .body(`const port = (this as unknown as Ports).${port}; await sleep(1); await port.charge(a);`, {
          parameters,
          before: `import type { Activities } from 'hopline';${around}`,
        })
        .suspensions.at(-1)!.hash;
    expect(of('a')).not.toBe(of('b'));
    expect(of('a')).toBe(of('a'));
  });

  it('is changed by the body of what is made again there', () => {
    const of = (body: string) =>
      lowering.body(`const f = () => ${body}; await sleep(1); return f();`, { parameters }).suspensions[0]!.hash;
    expect(of('a + 1')).not.toBe(of('a + 2'));
    expect(of('a + 1')).toBe(of('a  +  1'));
  });

  it('is changed by a line break that ends a statement', () => {
    const of = (text: string) =>
      lowering.body(`await sleep(1); const f = () => { ${text} }; return f();`, { parameters }).suspensions[0]!.hash;
    expect(of('return a')).not.toBe(of('return\n a'));
    expect(of('let b = a\n b++\n return b')).not.toBe(of('let b = a\n b\n ++b\n return b'));
  });

  it('is changed by what a loop round the state holds before it', () => {
    const loop = (step: string) =>
      lowering.body(`for (let i = 0; i < a; i += ${step}) { const x = i * 2; await sleep(x); }`, { parameters });
    expect(loop('1').suspensions[0]!.hash).not.toBe(loop('2').suspensions[0]!.hash);
    const body = (factor: string) =>
      lowering.body(`for (let i = 0; i < a; i += 1) { const x = i * ${factor}; await sleep(x); }`, { parameters });
    expect(body('2').suspensions[0]!.hash).not.toBe(body('3').suspensions[0]!.hash);
  });

  it('is changed by its handler', () => {
    const handled = (handler: string) =>
      lowering.body(`try { await sleep(1); xs.push(1); } catch { ${handler} } return xs;`, { parameters });
    expect(handled('xs.push(2);').suspensions[0]!.hash).not.toBe(handled('xs.push(3);').suspensions[0]!.hash);
  });
});
