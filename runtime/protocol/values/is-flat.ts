/**
 * True for what `JSON.parse` makes of a flat form, judged by its outline only: a list of nodes whose parts are no lists or
 * objects themselves. Cheap enough for every receive, and enough that writing it again cannot recurse: a hostile body nests
 * a million lists in a megabyte. Whether it is a value, `decodeValue` finds out.
 */
export function isFlat(parsed: unknown): parsed is number | readonly unknown[] {
  if (typeof parsed === 'number') return Number.isInteger(parsed) && parsed < 0;
  if (!Array.isArray(parsed) || parsed.length === 0) return false;
  for (const node of parsed) if (typeof node === 'object' && node !== null && !isFlatNode(node as object)) return false;
  return true;
}

function isFlatNode(node: object): boolean {
  if (!Array.isArray(node)) {
    for (const key in node) if (typeof (node as Record<string, unknown>)[key] !== 'number') return false;
    return true;
  }
  return node[0] === '~error' ? node.length === 2 && isErrorFacts(node[1]) : node.every(isNoObject);
}

/** The one node with parts of its own: `f`, an object of indices, and `lost`, a list of names. */
function isErrorFacts(facts: unknown): boolean {
  if (typeof facts !== 'object' || facts === null) return false;
  return Object.values(facts).every((part) => isNoObject(part) || Object.values(part as object).every(isNoObject));
}

function isNoObject(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
