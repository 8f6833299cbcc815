import type { RandomPort } from '../ports/random.ts';

const hexByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Chance that repeats: the same seed and stream name give the same numbers in every process. */
export interface SeededRandom extends RandomPort {
  /** In [0, bound). */
  integer(bound: number): number;
}

/**
 * The sfc32 generator. Each `stream` of one seed is a sequence of its own, so that one more draw for one purpose does not
 * shift the draws for all others.
 */
export function createSeededRandom(seed: number, stream: string): SeededRandom {
  let a = hash(`${stream}a`, seed);
  let b = hash(`${stream}b`, seed);
  let c = hash(`${stream}c`, seed);
  let counter = 1;
  const word = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  // The first outputs still show the seed; a dozen rounds mix it in.
  for (let round = 0; round < 12; round++) word();
  return {
    next: () => word() / 0x1_0000_0000,
    integer: (bound) => Math.floor((word() / 0x1_0000_0000) * bound),
    uuid: () => formatUuid(word(), word(), word(), word()),
  };
}

/** FNV-1a over the text, begun at the seed. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x0100_0193);
  return value | 0;
}

/** Version 4, variant 1, as SQS's message ids are. */
function formatUuid(a: number, b: number, c: number, d: number): string {
  const versioned = (b & 0xffff_0fff) | 0x4000;
  const variant = (c & 0x3fff_ffff) | 0x8000_0000;
  return `${hexWord(a)}-${hexHalf(versioned >>> 16)}-${hexHalf(versioned)}-${hexHalf(variant >>> 16)}-${hexHalf(variant)}${hexWord(d)}`;
}

function hexWord(word: number): string {
  return hexHalf(word >>> 16) + hexHalf(word);
}

function hexHalf(half: number): string {
  return hexByte[(half >>> 8) & 0xff]! + hexByte[half & 0xff]!;
}
