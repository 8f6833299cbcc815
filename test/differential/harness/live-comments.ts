/**
 * Comments of the form `// live: heard, left` at the end of a line with a suspension: what the message may carry there,
 * no more and no less, of the names that the author wrote. Temporaries of the compiler are not asserted.
 */
import type { MachineObservation } from './differential.ts';

export interface LiveComment {
  readonly line: number;
  readonly names: readonly string[];
}

export function liveComments(source: string): LiveComment[] {
  return source.split('\n').flatMap((text, index) => {
    const match = /\/\/ live:(.*)$/.exec(text);
    return match ? [{ line: index + 1, names: listed(match[1]!) }] : [];
  });
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .sort();
}

/** What the machine carried against what the comments say, over all runs of a program. */
export function liveFaults(source: string, observations: readonly MachineObservation[]): string[] {
  const words = new Set(source.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu));
  const frames = observations.flatMap((observation) => observation.stops.flat());
  return liveComments(source).flatMap(({ line, names }) => {
    const here = frames.filter((frame) => frame.line === line);
    if (here.length === 0) return [`line ${line}: no run stopped here`];
    const wrong = here
      .map((frame) => carriedNames(frame.slots, words, names))
      .find((slots) => slots.join() !== names.join());
    return wrong ? [`line ${line}: live is ${names.join(', ')}; the frame carried ${wrong.join(', ')}`] : [];
  });
}

/**
 * `invoice@1` is the second variable of that name, or the place in a loop over `invoice`: it counts where a comment
 * lists the name and the first one is not there.
 */
function carriedNames(slots: readonly string[], words: ReadonlySet<string>, listed: readonly string[]): string[] {
  const plain = slots.filter((slot) => words.has(slot));
  const others = slots.map((slot) => slot.replace(/@\d+$/, '')).filter((name) => listed.includes(name));
  return [...new Set([...plain, ...others])].sort();
}
