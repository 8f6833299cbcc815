/** Which machine a base's name stands for on an object of a derived class. */
import { describe, expect, it } from 'vitest';
import { defineMachine, machine } from '../../../runtime/protocol/machine-support.ts';
import type { Frame, Machine, Resume } from '../../../runtime/protocol/machine.ts';
import { virtualMachines } from '../../../runtime/protocol/virtual-machines.ts';

function machineOf(owner: { readonly name: string }, method: string, workflow = false): Machine {
  return machine({
    name: `${owner.name}.${method}`,
    method,
    file: 'here.ts',
    hash: owner.name,
    workflow,
    states: {},
    repeatableAfterStart: true,
    inlineAfterStart: false,
    run: () => ({ kind: 'return', value: owner.name, repeatable: false }),
  });
}

class Base {
  static {
    for (const method of ['step', '#own']) defineMachine(this, 'Base', machineOf(this, method));
    defineMachine(this, 'Base', machineOf(this, 'run', true));
  }
  async step(_given: number): Promise<string> {
    return 'base as written';
  }
}
class Plain extends Base {
  readonly tag = 'plain';
  override async step(given: number): Promise<string> {
    if (given < 0) throw new RangeError('negative');
    return `${this.tag} ${given}`;
  }
  async run(): Promise<void> {}
}
class Suspending extends Plain {
  static {
    defineMachine(this, 'Suspending', machineOf(this, 'step'));
  }
  override async step(): Promise<string> {
    return 'as written';
  }
}

const started = (args: readonly unknown[]): Frame =>
  ({ machine: 'Base.step', state: 'start', locals: { args } }) as unknown as Frame;
const nothing = {} as Resume;

describe('a helper that a derived class overrides with plain code', () => {
  const helper = virtualMachines(Plain.prototype).get('Base.step')!;

  it('runs in one go on the instance, with the arguments of the call', async () => {
    expect(await helper.run(new Plain(), started([3]), nothing, [])).toEqual({
      kind: 'return',
      value: 'plain 3',
      repeatable: false,
    });
  });

  it('throws what the code throws', async () => {
    expect(await helper.run(new Plain(), started([-1]), nothing, [])).toEqual({
      kind: 'throw',
      error: new RangeError('negative'),
      repeatable: false,
    });
  });

  it('is never repeatable, and has no state to resume at', () => {
    expect(helper).toMatchObject({
      name: 'Base.step as plain code',
      hash: 'plain',
      repeatableAfterStart: false,
      inlineAfterStart: true,
    });
    expect(Object.keys(helper.states)).toEqual([]);
  });
});

describe("a base's name", () => {
  it('stands for the nearest override that suspends, whatever lies between', () => {
    expect(virtualMachines(Suspending.prototype).get('Base.step')?.hash).toBe('Suspending');
  });

  it('stands for itself where nobody overrides, for a workflow and for a private method', () => {
    expect(virtualMachines(Base.prototype).get('Base.step')?.hash).toBe('Base');
    expect(virtualMachines(Plain.prototype).get('Base.run')?.hash).toBe('Base');
    expect(virtualMachines(Plain.prototype).get('Base.#own')?.hash).toBe('Base');
  });
});
