/**
 * Machines that forget: one slot of one frame is dropped at one suspension, and the program must notice. It shows that
 * the comparison can fail, and which slots a frame carries for nothing.
 */
import { whatDiffers } from './differential.ts';
import type { Pair } from './differential.ts';

export interface Mutant {
  readonly run: number;
  /** Ordinal of the delivery that starts without the slot; the start is 0. */
  readonly at: number;
  readonly frame: number;
  readonly state: string;
  readonly slot: string;
  readonly detected: boolean;
}

export function mutantsOf(pair: Pair): Mutant[] {
  return pair.methods.flatMap((_, run) => mutantsOfRun(pair, run));
}

function mutantsOfRun(pair: Pair, run: number): Mutant[] {
  const plain = pair.runPlain(run);
  const { stops } = pair.runMachine(run, { freshRealms: false });
  const mutants: Mutant[] = [];
  for (const [index, frames] of stops.entries())
    for (const [frame, { state, slots }] of frames.entries())
      for (const slot of slots) {
        const drop = { at: index + 1, frame, slot };
        const detected =
          whatDiffers(plain, pair.runMachine(run, { freshRealms: false, drop, like: plain })) !== undefined;
        mutants.push({ run, at: index + 1, frame, state, slot, detected });
      }
  return mutants;
}

/** Slots, as `state: slot`, that no run of the program ever misses: carried for nothing, or on a path that no run takes. */
export function neverMissed(mutants: readonly Mutant[]): string[] {
  const names = (some: readonly Mutant[]) => new Set(some.map((mutant) => `${mutant.state}: ${mutant.slot}`));
  const missed = names(mutants.filter((mutant) => mutant.detected));
  return [...names(mutants)].filter((name) => !missed.has(name));
}
