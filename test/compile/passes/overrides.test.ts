/** What a method of a class is where a base class has one of its name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Lowering } from './lowered.ts';

let lowering: Lowering;
beforeAll(() => {
  lowering = new Lowering();
});
afterAll(() => lowering?.remove());

function compiled(override: string) {
  const { machines, diagnostics } = lowering.module(`import { activity, sleep, workflow } from 'hopline';
class Base {
  @activity() async give(value: number): Promise<number> { return value; }
  async step(): Promise<void> { await sleep(1); }
  @workflow() async run(): Promise<number> { await this.step(); return await this.give(1); }
}
export class Derived extends Base {
  ${override}
  @workflow() async own(): Promise<number> { return await this.give(2); }
}
`);
  return { names: machines.map(({ name }) => name), machines, codes: diagnostics.map(({ code }) => code) };
}

describe('an override without decorator of an activity', () => {
  const override = 'override async give(value: number): Promise<number> { return (await super.give(value)) + 1; }';

  it('is that activity for a workflow of its class', () => {
    const own = compiled(override).machines.find(({ method }) => method === 'own');
    expect(own!.suspensions.map(({ operation, label }) => [operation, label])).toEqual([['activity', 'give']]);
  });

  it('is no helper: what it calls of the base runs inside it', () => {
    const { names, codes } = compiled(override);
    expect(codes).toEqual([]);
    expect(names).not.toContain('Derived.give');
  });
});

it('plain code may override a helper that suspends', () => {
  expect(compiled('override async step(): Promise<void> {}').codes).toEqual([]);
});

it('a method of a base class that nobody calls there may be overridden by anything', () => {
  expect(compiled('async other(): Promise<void> { await sleep(1); }').codes).toEqual([]);
});
