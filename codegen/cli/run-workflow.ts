import type { HoplineConfig, WorkflowEntry } from '../../sdk/config.ts';
import { registerWorkflows } from '../../runtime/loop/workflow-registry.ts';
import { HoplineError } from '../../runtime/protocol/errors.ts';
import { machinesOf } from '../../runtime/protocol/machine.ts';
import type { ManifestMachine } from '../manifest.ts';
import { UsageError } from './context.ts';
import { nearest } from './nearest.ts';
import { howToBuild, parametersOf } from './run-constructor.ts';
import type { RunProject } from './run-project.ts';

/** What is run, and the objects that a worker runs it with. */
export interface ChosenWorkflow {
  /** The name in messages. */
  readonly name: string;
  readonly entries: readonly WorkflowEntry[];
  /** As the file declares it; absent where only the configuration knows it. */
  readonly declared: ManifestMachine | undefined;
}

type Class = new () => object;

/**
 * The workflow that is meant, with its objects from the configuration, else from its class where that needs nothing.
 *
 * @throws UsageError where there is no such workflow; HoplineError `CONFIGURATION` saying what to write where nothing builds it
 */
export async function chooseWorkflow(project: RunProject, method: string | undefined): Promise<ChosenWorkflow> {
  const declared = project.source.machines.filter(({ workflow }) => workflow).map(({ entry }) => entry);
  const configured = project.config ? await entriesOf(project.config) : [];
  const names = configured.length > 0 ? Object.keys(registerWorkflows(configured)) : [];
  const machine = findDeclared(project, declared, method, names);
  const name = machine?.name ?? method!;
  if (names.includes(name)) return { name, entries: configured, declared: machine };
  return { name, entries: [...configured, await buildAlone(project, machine!, names)], declared: machine };
}

async function entriesOf({ file, value }: { file: string; value: HoplineConfig }): Promise<WorkflowEntry[]> {
  const entries: unknown = await value.workflows();
  if (Array.isArray(entries)) return entries as WorkflowEntry[];
  throw new HoplineError(
    'CONFIGURATION',
    `workflows() of ${file} gave ${typeof entries}; it must give a list of objects of compiled classes.`,
  );
}

/** Undefined where only the configuration knows it: an inherited workflow has the name of the class that inherits. */
function findDeclared(
  { file }: RunProject,
  declared: readonly ManifestMachine[],
  method: string | undefined,
  configured: readonly string[],
): ManifestMachine | undefined {
  const all = [...new Set([...declared.map(({ machine }) => machine), ...configured])];
  if (method === undefined) {
    if (declared.length === 1) return declared[0];
    throw new UsageError(declared.length === 0 ? noneIn(file) : `${file} has ${all.join(', ')}. Name one of them.`);
  }
  const found = declared.find(({ machine, name }) => machine === method || name === method);
  if (found || configured.includes(method)) return found;
  if (all.length === 0) throw new UsageError(noneIn(file));
  const like = nearest(method, all);
  throw new UsageError(
    `${file} has no workflow '${method}'; there is ${all.join(', ')}.${like === undefined ? '' : ` Did you mean ${like}?`}`,
  );
}

function noneIn(file: string): string {
  return `${file} has no workflow: no method decorated with @workflow() of hopline suspends in it.`;
}

async function buildAlone(
  project: RunProject,
  machine: ManifestMachine,
  configured: readonly string[],
): Promise<object> {
  const type = await findClass(project, machine);
  const advice = howToBuild(project, machine.class, configured);
  if (type.length > 0 || parametersOf(project.source, machine.class).some(({ isNeeded }) => isNeeded))
    throw new HoplineError('CONFIGURATION', advice);
  try {
    return new type();
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new HoplineError('CONFIGURATION', `new ${machine.class}() failed: ${what}\n${advice}`, { cause: error });
  }
}

async function findClass(project: RunProject, machine: ManifestMachine): Promise<Class> {
  const exported = Object.values(await project.load()).find(
    (value) => typeof value === 'function' && machinesOf(value)?.className === machine.class,
  );
  if (exported) return exported as Class;
  throw new HoplineError(
    'CONFIGURATION',
    `${project.file} does not export class ${machine.class}, so it cannot be built. Write export class ${machine.class}.`,
  );
}
