/**
 * What programs of the corpus may use of the outside world. It works through text alone, inside whatever realm the
 * program runs in; its state is kept outside of every realm and starts anew with each run.
 */
import { decodeText, encodeText } from './codec.ts';
import { ask } from './realm/bridge.ts';
import { describeValue } from './realm/describe-value.ts';

export const host = {
  /** Leaves an entry in the trace: the order of evaluation made visible. Returns the value. */
  note<T = undefined>(name: string, value?: T): T {
    ask({ ask: 'trace', entry: `note ${name}: ${describeValue(value)}` });
    return value as T;
  },
  /** 0, 1, 2 …: how often this key was counted before in this run. */
  count(key: string): number {
    return ask({ ask: 'count', key }) as number;
  },
  /** The next of the scripted outcomes; the last one for ever. An `Error` among them is thrown. */
  script<T>(key: string, outcomes: readonly T[]): Exclude<T, Error> {
    const outcome = outcomes[Math.min(host.count(`script ${key}`), outcomes.length - 1)];
    if (outcome instanceof Error) throw outcome;
    return outcome as Exclude<T, Error>;
  },
  /** A value kept outside, as a database would. */
  save(key: string, value: unknown): void {
    ask({ ask: 'save', key, text: encodeText(value, `host.save ${key}`) });
  },
  load<T>(key: string): T | undefined {
    const text = ask({ ask: 'load', key }) as string | null;
    return text === null ? undefined : (decodeText(text) as T);
  },
};
