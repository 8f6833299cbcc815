import { describe, expect, test } from 'vitest';
import { advance, startFrame, type StackStop } from '../../../runtime/engine/advance.ts';
import { recognise } from '../../../runtime/engine/recognise.ts';
import type { Envelope } from '../../../runtime/protocol/envelope.ts';
import { machineFormat, nameTable, type Frame, type Machine, type Stop } from '../../../runtime/protocol/machine.ts';

/** `outer` calls `inner(n)`, which sleeps and returns n + 1, or calls itself. */
function machineOf(name: string, run: (frame: Frame, value: unknown, isError: boolean) => Stop): Machine {
  const facts = { line: 1, repeatableAfter: true, inlineAfter: false };
  return {
    format: machineFormat,
    name,
    method: name,
    hash: '',
    file: '',
    workflow: name === 'outer',
    repeatableAfterStart: true,
    inlineAfterStart: false,
    states: nameTable({
      called: { ...facts, operation: 'call', hash: 'called-1' },
      sleep: { ...facts, operation: 'sleep', hash: 'sleep-2', accepts: ['sleep-1'] },
      task: { ...facts, operation: 'activity', hash: 'task-1' },
    }),
    run: (_self, frame, resume) =>
      run(
        frame,
        resume.kind === 'value' ? resume.value : resume.kind === 'error' ? resume.error : undefined,
        resume.kind === 'error',
      ),
  };
}

const outer = machineOf('outer', (frame, value, isError) =>
  frame.state === 'start'
    ? { kind: 'call', state: 'called', machine: 'inner', args: [41], locals: { at: 1 }, repeatable: true }
    : isError
      ? { kind: 'throw', error: value, repeatable: true }
      : { kind: 'return', value, repeatable: true },
);
const inner = machineOf('inner', (frame) =>
  frame.state === 'start'
    ? {
        kind: 'suspend',
        state: 'sleep',
        args: [1],
        locals: { n: (frame.locals['args'] as number[])[0] },
        repeatable: false,
      }
    : { kind: 'return', value: (frame.locals['n'] as number) + 1, repeatable: true },
);
const recursive = machineOf('recursive', (frame, value, isError) =>
  isError
    ? { kind: 'throw', error: value, repeatable: true }
    : { kind: 'call', state: 'called', machine: 'recursive', args: [], locals: {}, repeatable: true },
);
const machines = nameTable({ outer, inner, recursive });
const envelope = { workflow: 'outer' } as Envelope;

describe('a stack of frames', () => {
  const suspended = advance(machines, {}, [startFrame('outer', [])], { kind: 'start' }) as Extract<
    StackStop,
    { kind: 'suspend' }
  >;

  test('suspends in the helper and returns through its caller', () => {
    expect(suspended).toMatchObject({ kind: 'suspend', state: 'sleep', repeatable: false });
    expect(suspended.frames).toEqual([
      { machine: 'outer', state: 'called', hash: 'called-1', locals: { at: 1 } },
      { machine: 'inner', state: 'sleep', hash: 'sleep-2', locals: { n: 41 } },
    ]);
    expect(advance(machines, {}, suspended.frames, { kind: 'value', value: undefined })).toEqual({
      kind: 'return',
      value: 42,
      repeatable: true,
    });
  });

  test('recursion without an end becomes an error that the code may catch', () => {
    const stop = advance(machines, {}, [startFrame('recursive', [])], { kind: 'start' });
    expect(stop).toMatchObject({ kind: 'throw', error: { name: 'RangeError' } });
  });

  test('an inline await makes the stop a promise, and what it throws a stop', async () => {
    const slow: Machine = { ...outer, run: () => Promise.reject(new Error('inline')) };
    const stop = advance(nameTable({ outer: slow }), {}, [startFrame('outer', [])], { kind: 'start' });
    expect(stop).toBeInstanceOf(Promise);
    await expect(stop).resolves.toMatchObject({ kind: 'throw', error: { message: 'inline' }, repeatable: false });
  });

  test('is known as it was written, and by an older hash that was proved compatible', () => {
    expect(recognise(machines, outer, envelope, suspended.frames).kind).toBe('known');
    const older = [suspended.frames[0]!, { ...suspended.frames[1]!, hash: 'sleep-1' }];
    expect(recognise(machines, outer, envelope, older).kind).toBe('known');
  });

  test.each([
    ['another hash', { hash: 'sleep-0' }, 'unknown'],
    ['another state', { state: 'nap' }, 'unknown'],
    ['a name of Object.prototype', { state: 'constructor' }, 'unknown'],
    ['another machine', { machine: 'toString' }, 'unknown'],
    ['an activity without its arguments', { state: 'task', hash: 'task-1' }, 'malformed'],
    ['a call at the top', { state: 'called', hash: 'called-1' }, 'malformed'],
  ])('%s is %s %s', (_what, change, kind) => {
    const frames = [suspended.frames[0]!, { ...suspended.frames[1]!, ...change }];
    expect(recognise(machines, outer, envelope, frames).kind).toBe(kind);
  });

  test("another workflow's machine is not run under this one's name", () => {
    expect(recognise(machines, outer, envelope, [suspended.frames[1]!]).kind).toBe('unknown');
  });

  test('a start is run by the machine of its workflow, whatever the starter called it', () => {
    const start = { ...startFrame('some name', [1]) };
    expect(recognise(machines, outer, envelope, [start])).toMatchObject({
      kind: 'known',
      frames: [{ machine: 'outer' }],
    });
    expect(recognise(machines, outer, envelope, [{ ...start, locals: {} }]).kind).toBe('malformed');
    expect(recognise(machines, outer, envelope, [start, start]).kind).toBe('malformed');
    expect(recognise(machines, outer, envelope, []).kind).toBe('malformed');
  });
});
