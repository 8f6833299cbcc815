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
    const carried = here.map((frame) =>
      [...new Set(frame.slots.map(written))].filter((name) => words.has(name)).sort(),
    );
    const wrong = carried.find((slots) => slots.join() !== names.join());
    return wrong ? [`line ${line}: live is ${names.join(', ')}; the frame carried ${wrong.join(', ')}`] : [];
  });
}

/** `invoice@1`, the second symbol of that name, was written `invoice`. */
function written(slot: string): string {
  return slot.replace(/@\d+$/, '');
}
