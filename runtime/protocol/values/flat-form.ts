/**
 * The flat form: a JSON array of nodes, node 0 being the value; wherever a value stands inside a node, its node's index stands
 * there. So aliases and cycles are equal indices, and reading needs no recursion into JSON.
 *
 * It is devalue's form (6.0.3), so that its description and its reader serve as a second opinion in the tests, with five
 * additions, marked `~`. Written and read by our own code all the same: devalue walks with a call per primitive for every
 * addition, says no path for what an addition refuses, revives additions in cycles as two objects, and puts no bound on
 * depth. A value that is no node (undefined, NaN, …) is a negative index; alone, it is the whole form.
 *
 * | node | value |
 * |---|---|
 * | string, number, boolean, null | itself |
 * | `{key: i, …}` | object with `Object.prototype`; never with a key `__proto__` |
 * | `["~object", key, i, …]` | the same, with a key `__proto__` |
 * | `["null", key, i, …]` | object with prototype null |
 * | `[i, -2, …]` | array; -2 is a hole |
 * | `[-7, length, at, i, …]` | array with many holes |
 * | `["Date", text]`, `["BigInt", digits]`, `["URL", text]`, `["URLSearchParams", text]`, `["Temporal.…", text]` | as named |
 * | `["RegExp", source, flags?]`, `["~RegExp", source, flags, lastIndex]` | regular expression |
 * | `["Map", i, j, …]`, `["Set", i, …]` | as named, in insertion order |
 * | `["Object", i]` | boxed primitive |
 * | `["ArrayBuffer", base64]`, `["Uint8Array", i, offset?, length?]` … | buffer and views on it |
 * | `["~error", facts]` | error; facts as in error-facts.ts |
 * | `["~codec", name, i]` | instance of a class with a codec, i being what its `encode` gave |
 */
export const sentinel = {
  undefined: -1,
  hole: -2,
  nan: -3,
  infinity: -4,
  negativeInfinity: -5,
  negativeZero: -6,
  sparse: -7,
} as const;

export const viewNames: ReadonlySet<string> = new Set([
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Float16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'DataView',
]);

/** Classes whose text form says all: written by `String(value)`, read by their constructor or `from`. */
export const textNames: ReadonlySet<string> = new Set([
  'URL',
  'URLSearchParams',
  'Temporal.Duration',
  'Temporal.Instant',
  'Temporal.PlainDate',
  'Temporal.PlainTime',
  'Temporal.PlainDateTime',
  'Temporal.PlainMonthDay',
  'Temporal.PlainYearMonth',
  'Temporal.ZonedDateTime',
]);

export const boxNames: ReadonlySet<string> = new Set(['Number', 'String', 'Boolean', 'BigInt']);
