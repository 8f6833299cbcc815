import { getRandomValues, randomUUID } from 'node:crypto';
import type { RandomPort } from '../ports/random.ts';

/** The machine's chance, drawn in handfuls: jitter is asked for at every failure of a burst. */
export function createSystemRandom(): RandomPort {
  const drawn = new Uint32Array(64);
  let at = drawn.length;
  return {
    next() {
      if (at === drawn.length) {
        getRandomValues(drawn);
        at = 0;
      }
      return drawn[at++]! / 0x1_0000_0000;
    },
    uuid: randomUUID,
  };
}
