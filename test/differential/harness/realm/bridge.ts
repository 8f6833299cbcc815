/**
 * The only way out of a realm: one function of the outer realm that takes a string and returns a string.
 *
 * What crosses is text, so no object, closure or module state of one realm can reach the next.
 */
export interface Bridge {
  /** Asks the outer realm; question and answer are JSON. */
  __ask(question: string): string;
}

/** One question of a realm to the {@link EffectsLog} outside. */
export type Question =
  | { readonly ask: 'trace'; readonly entry: string }
  | { readonly ask: 'count'; readonly key: string }
  | { readonly ask: 'load'; readonly key: string }
  | { readonly ask: 'save'; readonly key: string; readonly text: string };

/** Rises with every question; a stretch that asked anything had an effect that somebody could see. */
let asked = 0;

export function ask(question: Question): unknown {
  asked += 1;
  return JSON.parse((globalThis as unknown as Bridge).__ask(JSON.stringify(question))) as unknown;
}

export function questionsAsked(): number {
  return asked;
}
