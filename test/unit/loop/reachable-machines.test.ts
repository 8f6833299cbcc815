import { describe, expect, test } from 'vitest';
import { environmentOf, machineOfCall } from '../../../runtime/engine/environments.ts';
import { reachableMachines } from '../../../runtime/loop/reachable-machines.ts';
import { registerWorkflows } from '../../../runtime/loop/workflow-registry.ts';
import { setMarkOnPrototype } from '../../../runtime/protocol/marks.ts';
import {
  defineFunction,
  defineMachine,
  machineFormat,
  nameTable,
  type CallTarget,
  type Machine,
  type StateInfo,
} from '../../../runtime/protocol/machine.ts';

const facts = { hash: 'h', line: 1, repeatableAfter: false, inlineAfter: false };

function call(callee: string, target?: CallTarget): StateInfo {
  return { ...facts, operation: 'call', callee, ...(target && { call: target }) };
}

function machine(name: string, states: Record<string, StateInfo>, file = 'src/a.ts'): Machine {
  return {
    format: machineFormat,
    name,
    method: name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('#')) + 1),
    hash: name,
    file,
    workflow: name.endsWith('.run'),
    states: nameTable(states),
    repeatableAfterStart: true,
    inlineAfterStart: false,
    run: () => ({ kind: 'return', value: undefined, repeatable: true }),
  };
}

/** `Shop.run` calls `poll`, which calls itself and `this.poller.poll()` of what it is given. */
async function poll(): Promise<void> {}
const pollMachine = machine('src/poll.ts#poll', {
  again: call('src/poll.ts#poll', {
    function: () => poll,
    of: () => undefined,
    given: (_self, [shop]) => [shop],
  }),
  held: call('Poller.poll', { of: (_self, [shop]) => (shop as Shop).poller }),
});
defineFunction(poll, pollMachine);

class Poller {
  async poll(): Promise<void> {}
  async rest(): Promise<void> {}
}
defineMachine(Poller, 'Poller', machine('Poller.poll', { rest: call('Poller.rest') }));
defineMachine(Poller, 'Poller', machine('Poller.rest', {}));

class SlowPoller extends Poller {
  override async rest(): Promise<void> {}
}
defineMachine(SlowPoller, 'SlowPoller', machine('SlowPoller.rest', {}));

class Shop {
  readonly poller: Poller;
  constructor(poller: Poller) {
    this.poller = poller;
  }
  async run(): Promise<void> {}
}
defineMachine(
  Shop,
  'Shop',
  machine('Shop.run', {
    poll: call('src/poll.ts#poll', { function: () => poll, of: () => undefined, given: (self) => [self] }),
  }),
);

describe('machines that a workflow may come to', () => {
  test('are those of functions, of objects that it holds, and of what these call', () => {
    const { machines, isOpen } = reachableMachines(Shop.prototype, new Shop(new Poller()));
    expect(Object.keys(machines).filter((name) => !name.startsWith('super '))).toEqual([
      'Shop.run',
      'src/poll.ts#poll',
      'Poller.poll',
      'Poller.rest',
    ]);
    expect(isOpen).toBe(false);
  });

  test('of a factory are known as far as no instance is needed, and all of them of each instance', () => {
    const table = registerWorkflows([{ use: Shop, create: () => new Shop(new SlowPoller()) }]);
    const workflow = table['Shop.run']!;
    expect(workflow.isOpen).toBe(true);
    expect(workflow.machines['src/poll.ts#poll']).toBe(pollMachine);
    expect(workflow.machines['SlowPoller.rest']).toBeUndefined();
    expect(Object.keys(workflow.machinesFor(new Shop(new SlowPoller())))).toEqual(
      expect.arrayContaining(['Poller.poll', 'SlowPoller.rest']),
    );
    expect(workflow.machinesFor(new Shop(new Poller()))['SlowPoller.rest']).toBeUndefined();
  });

  test('run an override of the object at hand, and as plain code what has no machine', () => {
    const slow = new Shop(new SlowPoller());
    const { machines } = reachableMachines(Shop.prototype, slow);
    const frames = [
      { machine: 'Shop.run', state: 'poll', hash: 'h', locals: {} },
      { machine: 'src/poll.ts#poll', state: 'held', hash: 'h', locals: {} },
      { machine: 'Poller.poll', state: 'rest', hash: 'h', locals: {} },
    ];
    const environment = environmentOf(machines, slow, frames);
    expect(environment).toEqual({ self: slow.poller, given: [] });
    expect(environmentOf(machines, slow, frames.slice(0, 2))).toEqual({ self: undefined, given: [slow] });
    const rest = machines['Poller.poll']!.states['rest']!;
    expect(machineOfCall(machines, rest, environment, 'Poller.rest')).toBe('SlowPoller.rest');

    const double = { poll: async () => 'done' } as unknown as Poller;
    const withDouble = reachableMachines(Shop.prototype, new Shop(double)).machines;
    const held = pollMachine.states['held']!;
    const given = { self: undefined, given: [new Shop(double)] };
    const plain = machineOfCall(withDouble, held, given, 'Poller.poll');
    expect(plain).toBe('Poller.poll as plain code');
    expect(withDouble[plain]).toBeDefined();
  });

  test('an object that is missing is the error that its call would be', () => {
    const shop = new Shop(undefined as unknown as Poller);
    const { machines } = reachableMachines(Shop.prototype, shop);
    const held = pollMachine.states['held']!;
    expect(() => machineOfCall(machines, held, { self: undefined, given: [shop] }, 'Poller.poll')).toThrow(TypeError);
  });

  test('a function without a machine is an error at the start that names it, its caller and the mend', () => {
    class Lone {}
    defineMachine(
      Lone,
      'Lone',
      machine('Lone.run', { wait: call('lib/wait.ts#wait', { function: () => async () => {}, of: () => undefined }) }),
    );
    expect(() => registerWorkflows([new Lone()])).toThrow(
      expect.objectContaining({
        code: 'INVALID_MACHINE',
        message: expect.stringMatching(/^Lone\.run calls lib\/wait\.ts#wait .*'wait'.* compiled .*hopline build/),
      }),
    );
  });

  test('two classes of one name that one workflow calls are an error that names both files', () => {
    const Other = class Poller {};
    defineMachine(Other, 'Poller', machine('Poller.poll', {}, 'src/other.ts'));
    class Both {
      readonly first = new Poller();
      readonly second = new Other();
    }
    const of = (field: keyof Both): CallTarget => ({ of: (self) => (self as Both)[field] });
    defineMachine(
      Both,
      'Both',
      machine('Both.run', { a: call('Poller.poll', of('first')), b: call('Poller.poll', of('second')) }),
    );
    expect(() => registerWorkflows([new Both()])).toThrow(/'Poller\.poll': in src\/a\.ts and in src\/other\.ts/);
  });
});

describe('policies', () => {
  test('are those of the class of the object that one place in the code meets', () => {
    const target = {
      name: 'service.task',
      key: 'task',
      of: (_self: unknown, [service]: readonly unknown[]) => service as object,
    };
    class Fixed {}
    defineMachine(Fixed, 'Fixed', machine('Fixed.run', {}));
    const workflow = registerWorkflows([new Fixed()])['Fixed.run']!;
    const marked = (timeout: '5s' | '1h') => {
      class Service {
        task(): void {}
      }
      setMarkOnPrototype(Service.prototype, 'task', { kind: 'activity', options: { timeout } });
      return new Service();
    };
    const [short, long] = [marked('5s'), marked('1h')];
    const timeoutOf = (service: object) => workflow.policyOf({ self: undefined, given: [service] }, target).timeoutMs;
    expect([timeoutOf(short), timeoutOf(long), timeoutOf(short)]).toEqual([5_000, 3_600_000, 5_000]);
  });
});
