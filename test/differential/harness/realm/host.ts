/**
 * The outside world as programs see it. It works through text alone; its state is kept outside of every realm and starts
 * anew with each run.
 */
import { decodeText, encodeText } from '../codec.ts';
import type { Host } from '../host.ts';
import { ask } from './bridge.ts';
import { describeValue } from './describe-value.ts';

export const host: Host = {
  note<T = undefined>(name: string, value?: T): T {
    ask({ ask: 'trace', entry: `note ${name}: ${describeValue(value)}` });
    return value as T;
  },
  count(key: string): number {
    return ask({ ask: 'count', key }) as number;
  },
  script<T>(key: string, outcomes: readonly T[]): Exclude<T, Error> {
    const outcome = outcomes[Math.min(host.count(`script ${key}`), outcomes.length - 1)];
    if (outcome instanceof Error) throw outcome;
    return outcome as Exclude<T, Error>;
  },
  save(key: string, value: unknown): void {
    ask({ ask: 'save', key, text: encodeText(value, `host.save ${key}`) });
  },
  load<T>(key: string): T | undefined {
    const text = ask({ ask: 'load', key }) as string | null;
    return text === null ? undefined : (decodeText(text) as T);
  },
};
