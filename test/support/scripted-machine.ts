/**
 * Machines for tests: a list of suspensions one after the other, as the compiler would emit a straight line of awaits.
 *
 * Locals are `{ input, results }`; what each await gave is appended to `results`, which is also what the run returns. A
 * step that `catches` appends the error's message instead.
 */
import {
  defineMachine,
  machineFormat,
  nameTable,
  type Machine,
  type OperationKind,
  type StateInfo,
  type Stop,
} from '../../runtime/protocol/machine.ts';
import type { ActivityOptions } from '../../runtime/protocol/options.ts';

export interface ScriptedStep {
  readonly state: string;
  readonly operation: Exclude<OperationKind, 'call'>;
  /** Arguments of the durable call. Default: none. */
  readonly args?: (input: unknown, results: readonly unknown[]) => readonly unknown[];
  readonly policy?: ActivityOptions;
  /** Of the stretch that leads here. Default true. */
  readonly repeatable?: boolean;
  readonly repeatableAfter?: boolean;
  readonly inlineAfter?: boolean;
  readonly catches?: boolean;
}

interface Locals {
  readonly input: unknown;
  readonly results: unknown[];
}

export interface ScriptedOptions {
  /** Endless: after the last step comes the first again, and `results` start anew. */
  readonly loops?: boolean;
  /** What the run returns, or throws. Default: the results. */
  readonly end?: (results: readonly unknown[], input: unknown) => unknown;
}

export function scriptedMachine(name: string, steps: readonly ScriptedStep[], options: ScriptedOptions = {}): Machine {
  const states: Record<string, StateInfo> = {};
  for (const step of steps)
    states[step.state] = {
      operation: step.operation,
      hash: `${step.state}-1`,
      line: 1,
      repeatableAfter: step.repeatableAfter ?? true,
      inlineAfter: step.inlineAfter ?? false,
      ...(step.operation === 'activity' && {
        activity: {
          name: step.state,
          key: step.state,
          of: (self: object) => self,
          ...(step.policy && { policy: step.policy }),
        },
      }),
    };
  return {
    format: machineFormat,
    name,
    method: name.slice(name.indexOf('.') + 1),
    hash: `${name}-1`,
    file: 'test/support/scripted-machine.ts',
    workflow: true,
    states: nameTable(states),
    repeatableAfterStart: true,
    inlineAfterStart: false,
    run(_self, frame, resume) {
      const isStart = frame.state === 'start';
      const locals: Locals = isStart
        ? { input: (frame.locals['args'] as unknown[])[0], results: [] }
        : (frame.locals as unknown as Locals);
      const done = isStart ? undefined : steps.find(({ state }) => state === frame.state)!;
      if (resume.kind === 'error') {
        if (!done!.catches) return { kind: 'throw', error: resume.error, repeatable: true };
        locals.results.push((resume.error as Error).message);
      } else if (resume.kind === 'value') locals.results.push(resume.value);
      return nextStop(steps, locals, options);
    },
  };
}

function nextStop(steps: readonly ScriptedStep[], { input, results }: Locals, options: ScriptedOptions): Stop {
  if (options.loops && results.length >= steps.length) results.length = 0;
  const step = steps[results.length];
  if (step)
    return {
      kind: 'suspend',
      state: step.state,
      args: step.args?.(input, results) ?? [],
      locals: { input, results },
      repeatable: step.repeatable ?? true,
    };
  try {
    return { kind: 'return', value: options.end ? options.end(results, input) : results, repeatable: true };
  } catch (error) {
    return { kind: 'throw', error, repeatable: true };
  }
}

/** An object whose class has one scripted workflow, and `activities` as its methods. */
export function scriptedWorkflow(
  className: string,
  steps: readonly ScriptedStep[],
  activities: Readonly<Record<string, (...args: any[]) => unknown>> = {},
  options: ScriptedOptions = {},
): object {
  const type = class {};
  defineMachine(type, className, scriptedMachine(`${className}.run`, steps, options));
  Object.assign(type.prototype, activities);
  return new type();
}
