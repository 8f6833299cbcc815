import { HoplineError } from '../runtime/protocol/errors.ts';
import { machinesOf, type Machine } from '../runtime/protocol/machine.ts';
import { markOf, type Mark } from '../runtime/protocol/marks.ts';
import type { WorkflowOptions } from '../runtime/protocol/options.ts';

/** What a start is sent to. */
export interface WorkflowTarget {
  /** Registered name: the decorator's, else the compiler's `<Class>.<method>`. */
  readonly workflow: string;
  readonly fairnessKey?: WorkflowOptions['fairnessKey'];
}

/**
 * The workflow behind a class and a method.
 *
 * @throws HoplineError `NOT_COMPILED` where the compiler wrote no machine, `INVALID_ARGUMENT` where the method is no workflow
 *   or is retired.
 */
export function workflowTarget(owner: abstract new (...args: any[]) => unknown, method: string): WorkflowTarget {
  const written = `${owner.name}.${method}`;
  const mark = markOf(owner.prototype as object, method);
  const declared = declaredMachine(owner, method);
  if (!declared) throw noMachine(owner, method, mark, written);
  const { machine } = declared;
  if (!machine.workflow || mark?.kind === 'activity')
    throw new HoplineError(
      'INVALID_ARGUMENT',
      `${written} is no workflow; only a method decorated @workflow() can be started.`,
    );
  const options: WorkflowOptions = mark?.kind === 'workflow' ? mark.options : {};
  const workflow = options.name ?? nameAsRegistered(owner, declared);
  if (options.retired)
    throw new HoplineError(
      'INVALID_ARGUMENT',
      `Workflow '${workflow}' is retired: it is kept for runs in flight and takes no new starts.`,
    );
  return { workflow, ...(options.fairnessKey && { fairnessKey: options.fairnessKey }) };
}

interface DeclaredMachine {
  readonly machine: Machine;
  readonly declaredBy: object;
}

/** The machine of the nearest class that has one, as a method is inherited. */
function declaredMachine(owner: object, method: string): DeclaredMachine | undefined {
  for (let at: unknown = owner; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
    const machines = machinesOf(at)?.machines;
    if (machines && Object.hasOwn(machines, method)) return { machine: machines[method]!, declaredBy: at };
  }
  return undefined;
}

/** `<Class>.<method>` of the class that is started, as a worker registers it; an inherited one needs that class's written name. */
function nameAsRegistered(owner: { readonly name: string }, { machine, declaredBy }: DeclaredMachine): string {
  if (declaredBy === owner) return machine.name;
  const own = machinesOf(owner);
  if (own) return `${own.className}.${machine.method}`;
  throw new HoplineError(
    'NOT_COMPILED',
    `Class ${owner.name} inherits workflow ${machine.name} but was not compiled itself, so its name is not known. ` +
      `Compile the file that declares it, or set @workflow({ name }) on the method.`,
  );
}

function noMachine(
  owner: { prototype: unknown },
  method: string,
  mark: Mark | undefined,
  written: string,
): HoplineError {
  if (typeof (owner.prototype as Record<string, unknown> | undefined)?.[method] !== 'function')
    return new HoplineError(
      'INVALID_ARGUMENT',
      `${written} does not exist; start takes a class and the name of one of its workflow methods.`,
    );
  if (mark?.kind !== 'workflow')
    return new HoplineError(
      'INVALID_ARGUMENT',
      `${written} is not decorated @workflow(), so it cannot be started. Decorate it, or start the workflow that calls it.`,
    );
  return new HoplineError(
    'NOT_COMPILED',
    `${written} was not compiled: the class carries no machine for it. Compile its file with \`hopline build\` (or the plugin ` +
      `'hopline/vite') and import the output, or start it by name: client.start<${written.split('.')[0]}, '${method}'>('${written}', …).`,
  );
}
