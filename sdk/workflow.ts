import { isCount, requireKnownKeys, requireOption } from '../runtime/protocol/option-keys.ts';
import type { WorkflowOptions } from '../runtime/protocol/options.ts';
import { markingDecorator, refuseBareUse, type MethodDecoratorBoth } from './method-decorator.ts';
import { requireName } from './required-name.ts';

const knownOptions = ['name', 'retired', 'concurrency', 'fairnessKey', 'maxHopsPerHour'];

/**
 * Marks an async method as a workflow: the compiler makes a machine of it, and `client.start` can start it.
 *
 * The decorator itself changes no behaviour: a direct call of the method runs plain code, in which `sleep` and the other
 * durable calls reject `NOT_COMPILED` (in tests, `env.plain(…)` performs them). Legacy and standard decorators both work.
 *
 * @param options default: name `<Class>.<method>`, not retired, at most 3,600 hops an hour.
 * @throws HoplineError `INVALID_OPTION` while the class is defined, naming the option that is unknown or out of bounds.
 * @example
 * ```ts
 * import { activity, sleep, workflow } from 'hopline';
 *
 * class Trial {
 *   @workflow({ name: 'Trial.remind' })
 *   async remind(user: string): Promise<void> {
 *     await sleep('13 days');
 *     await this.mail(user, 'Your trial ends tomorrow');
 *   }
 *
 *   @activity()
 *   async mail(user: string, text: string): Promise<void> {
 *     await fetch('https://mail.example/send', { method: 'POST', body: JSON.stringify({ user, text }) });
 *   }
 * }
 * ```
 */
export function workflow(options?: WorkflowOptions): MethodDecoratorBoth {
  refuseBareUse('workflow', arguments.length);
  return markingDecorator({ kind: 'workflow', options: checkedWorkflowOptions(options ?? {}) });
}

function checkedWorkflowOptions(options: WorkflowOptions): WorkflowOptions {
  const where = '@workflow()';
  requireKnownKeys(options, where, knownOptions);
  const { name, retired, concurrency, fairnessKey, maxHopsPerHour } = options;
  if (name !== undefined) requireName(name, where, 'name');
  requireOption(retired === undefined || typeof retired === 'boolean', where, 'retired', retired, 'true or false');
  requireOption(
    fairnessKey === undefined || typeof fairnessKey === 'function',
    where,
    'fairnessKey',
    fairnessKey,
    "a function from the workflow's arguments to a string",
  );
  requireOption(
    maxHopsPerHour === undefined || isCount(maxHopsPerHour),
    where,
    'maxHopsPerHour',
    maxHopsPerHour,
    'a whole number from 1',
  );
  if (concurrency !== undefined) checkConcurrency(concurrency);
  return Object.freeze({ ...options });
}

function checkConcurrency(concurrency: NonNullable<WorkflowOptions['concurrency']>): void {
  const where = '@workflow() concurrency';
  requireKnownKeys(concurrency, where, ['key', 'limit']);
  requireOption(typeof concurrency.key === 'function', where, 'key', concurrency.key, 'a function to a string');
  requireOption(isCount(concurrency.limit), where, 'limit', concurrency.limit, 'a whole number from 1');
}
