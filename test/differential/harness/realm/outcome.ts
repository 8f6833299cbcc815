import { copy } from '../codec.ts';
import { ask } from './bridge.ts';
import { describeValue } from './describe-value.ts';

/** How an activity or a whole run ended. */
export type Outcome =
  { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'error'; readonly error: unknown };

export function describeOutcome(outcome: Outcome): string {
  return outcome.kind === 'value' ? `= ${describeValue(outcome.value)}` : `! ${describeValue(outcome.error)}`;
}

/** Ends a run: its result, or its error, goes through the codec, as it would on its way into a store. */
export async function outcomeOf(work: () => unknown, what: string): Promise<Outcome> {
  try {
    return { kind: 'value', value: copy(await work(), what) };
  } catch (error) {
    return { kind: 'error', error: copy(error, what) };
  }
}

/**
 * One activity call as both sides do it: arguments and outcome are copies through the codec (G8's one stated exception),
 * and both stand in the trace.
 *
 * @param args copies already
 */
export async function performActivity(
  name: string,
  args: readonly unknown[],
  perform: (...args: unknown[]) => unknown,
): Promise<Outcome> {
  trace(`activity ${name}(${args.map(describeValue).join(', ')})`);
  const outcome = await outcomeOf(() => perform(...args), `the result of ${name}`);
  trace(`activity ${name} ${describeOutcome(outcome)}`);
  return outcome;
}

export function trace(entry: string): void {
  ask({ ask: 'trace', entry });
}
