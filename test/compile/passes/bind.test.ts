/** One slot per symbol; names that hide nothing; which variables live in a box, and which are checked before they are read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MachineIr, Slot } from '../../../codegen/ir/instruction.ts';
import { Lowering } from './lowered.ts';

let lowering: Lowering;
beforeAll(() => {
  lowering = new Lowering();
});
afterAll(() => lowering?.remove());

const parameters = 'a: number, xs: number[]';
const body = (text: string, before = '') => lowering.body(text, { parameters, before });

/** Slots of the user's own variables. */
function slots(machine: MachineIr): Slot[] {
  return machine.slots.filter((slot) => slot.declaredAt !== undefined);
}

function named(machine: MachineIr, key: string): Slot {
  return machine.slots.find((slot) => slot.key === key)!;
}

describe('a slot', () => {
  it('is one for each symbol: a shadowing variable is another', () => {
    const machine = body('{ const a = 1; await sleep(a); { const a = 2; await sleep(a); } } return a;');
    expect(slots(machine).map(({ key, kind }) => `${kind} ${key}`)).toEqual([
      'param a',
      'param xs',
      'const a@1',
      'const a@2',
    ]);
    expect(new Set(machine.slots.map(({ name }) => name)).size).toBe(machine.slots.length);
  });

  it('is none for a variable inside a statement that stays native', () => {
    const machine = body(
      'for (const x of xs) { const y = x; void y; } if (a > 0) { let z = 1; void z; } await sleep(1);',
    );
    expect(slots(machine).map(({ key }) => key)).toEqual(['a', 'xs']);
  });

  it('is one for var, wherever it stands', () => {
    const machine = body('if (a > 0) { for (;;) { var v = 1; break; } } await sleep(1); return v!;');
    expect(slots(machine).map(({ key, kind }) => `${kind} ${key}`)).toEqual(['param a', 'param xs', 'var v']);
  });

  it('is one for each name of a pattern', () => {
    const machine = body(
      'const { p, q: [x] = xs, ...rest } = { p: 1, q: xs, r: 2 }; await sleep(1); return [p, x, rest];',
    );
    expect(slots(machine).map(({ key }) => key)).toEqual(['a', 'xs', 'p', 'x', 'rest']);
  });

  it('says whether it is written again', () => {
    const machine = body(
      'let b = 1; let c = 1; let d = 1; let e = 1; [c] = xs; d++; for (e of xs) void e; await sleep(1); return [b, c, d, e];',
    );
    expect(
      slots(machine)
        .filter(({ reassigned }) => reassigned)
        .map(({ key }) => key),
    ).toEqual(['c', 'd', 'e']);
  });

  it('is written again where a closure writes it', () => {
    const machine = body('let b = 1; const set = () => { b = 2; }; set(); await sleep(1); return b;');
    expect(named(machine, 'b').reassigned).toBe(true);
  });
});

describe('a name', () => {
  it('that the method uses from outside keeps its meaning: the slot gets another', () => {
    const machine = body('{ const used = 1; await sleep(used); } return used;', 'declare const used: number;');
    const [slot] = slots(machine).filter(({ sourceName }) => sourceName === 'used');
    expect(slot!.name).not.toBe('used');
    expect(slot!.key).toBe('used');
  });

  it('of a global may be a local, where the method means the local only', () => {
    const machine = body('const Map = 1; const undefined$ = 2; await sleep(Map); return [Map, undefined$];');
    expect(named(machine, 'Map').name).toBe('Map');
  });

  it('of a global that the method means elsewhere is not hidden', () => {
    const machine = body('const all = new Map<number, number>(); { const Map = 1; await sleep(Map); } return all;');
    expect(named(machine, 'Map').name).not.toBe('Map');
  });

  it('of ours gives way to any name of the file', () => {
    const names = ['$hop', '$frame', '$resume', '$given', '$run_run', '$pc', '$next', '$run', '$caught', '$thrown'];
    const machine = body(
      `${names.map((name, index) => `const ${name} = ${index};`).join(' ')} await sleep(1); return [${names.join(', ')}];`,
    );
    expect(slots(machine).map(({ name }) => name)).toEqual(['a', 'xs', ...names]);
    const ours = Object.values(machine.names);
    for (const name of ours) expect(names).not.toContain(name);
    expect(new Set(ours).size).toBe(ours.length);
  });

  it('of ours gives way to a name that stands only in another method or a label', () => {
    const machine = lowering.only(`
      import { sleep, workflow } from 'hopline';
      export class Example {
        $frame = 1;
        other() { const $pc = 1; $next: for (;;) { if ($pc) break $next; } }
        @workflow() async run() { await sleep(1); }
      }`);
    expect([machine.names.frame, machine.names.pc, machine.names.next]).toEqual(['$frame$1', '$pc$1', '$next$1']);
  });

  it('of a temporary gives way too', () => {
    const machine = body('const $held = 1; return [a * 2, await this.get($held)];');
    const [temporary] = machine.slots.filter(({ sourceName, kind }) => kind === 'temp' && sourceName === 'held');
    expect(temporary!.name).toBe('$held$1');
  });
});

describe('a boxed variable', () => {
  const boxed = (text: string) =>
    body(text)
      .slots.filter((slot) => slot.boxed)
      .map(({ key }) => key);

  it('is captured and declared in a loop that is taken apart', () => {
    expect(boxed('for (let i = 0; i < a; i += 1) { const f = () => i; await sleep(f()); }')).toEqual(['i']);
    expect(boxed('while (a > 0) { const c = a; const f = () => c; await sleep(f()); }')).toEqual(['c']);
    expect(boxed('for (const x of xs) { const f = () => x; await sleep(f()); }')).toEqual(['x']);
  });

  it('is not one that is captured outside of any loop', () => {
    expect(boxed('const c = a; const f = () => c; await sleep(1); return f();')).toEqual([]);
  });

  it('is not one in a loop that stays native', () => {
    expect(boxed('for (const x of xs) { const f = () => x; f(); } await sleep(1);')).toEqual([]);
  });

  it('is not one that nobody captures', () => {
    expect(boxed('for (let i = 0; i < a; i += 1) { await sleep(i); }')).toEqual([]);
  });

  it('is not a var, which is one for the whole method', () => {
    expect(boxed('for (var i = 0; i < a; i += 1) { const f = () => i; await sleep(f()); }')).toEqual([]);
  });
});

describe('a checked variable', () => {
  const checked = (text: string) =>
    body(text)
      .slots.filter((slot) => slot.checked)
      .map(({ key }) => key);

  it('is read where it stands before its declaration', () => {
    expect(checked('try { void early; } catch {} const early = 1; await sleep(early);')).toEqual(['early']);
  });

  it('is captured by a closure made before it', () => {
    expect(checked('const f = () => late; await sleep(1); const late = 1; return f();')).toEqual(['late']);
  });

  it('is used by a function declaration that is called before it', () => {
    expect(checked('f(); await sleep(1); const late = 1; function f() { return late; }')).toEqual(['late']);
  });

  it('is not used by a function declaration that is only called behind it', () => {
    expect(checked('const soon = 1; await sleep(1); return f(); function f() { return soon; }')).toEqual([]);
  });

  it('is read in its own initialiser', () => {
    expect(checked('const own: number = (() => own)(); await sleep(own);')).toEqual(['own']);
  });

  it('is not a function that calls itself', () => {
    expect(checked('const f = (n: number): number => (n > 0 ? f(n - 1) : 0); await sleep(f(a));')).toEqual([]);
  });

  it('is declared in one clause of a switch and used in another', () => {
    expect(checked('switch (a) { case 1: let c = 1; await sleep(c); break; default: c = 2; }')).toEqual(['c']);
  });

  it('is neither a var nor a parameter nor a function', () => {
    expect(checked('void v; f(); var v = a; function f() { return v; } await sleep(v);')).toEqual([]);
  });
});
