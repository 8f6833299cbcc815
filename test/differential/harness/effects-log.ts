import type { Question } from './realm/bridge.ts';

/** What one run did to the world, and what the world remembers of it. Lives outside of every realm and holds only text. */
export class EffectsLog {
  readonly trace: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #saved = new Map<string, string>();
  readonly #entriesMax: number;

  /** @param entriesMax a trace that is longer belongs to a loop that does not end */
  constructor(entriesMax = 10_000) {
    this.#entriesMax = entriesMax;
  }

  /** Bound, because it is the one function that realms are given. */
  readonly answer = (text: string): string => {
    const question = JSON.parse(text) as Question;
    switch (question.ask) {
      case 'trace':
        if (this.trace.length >= this.#entriesMax) throw new Error('HARNESS: the trace does not end');
        this.trace.push(question.entry);
        return 'null';
      case 'count': {
        const before = this.#counts.get(question.key) ?? 0;
        this.#counts.set(question.key, before + 1);
        return String(before);
      }
      case 'load':
        return JSON.stringify(this.#saved.get(question.key) ?? null);
      case 'save':
        this.#saved.set(question.key, question.text);
        return 'null';
    }
  };
}
