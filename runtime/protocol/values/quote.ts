// JSON must escape the first three kinds. The two non-characters are legal JSON, but SQS refuses them (G9).
const needsEscape = /["\\\u0000-\u001f\ufffe\uffff]/;
const nonCharacters = /[\ufffe\uffff]/g;

/** A JSON string literal of legal characters only; lone surrogates come back as they were, code unit by code unit. */
export function quote(text: string): string {
  if (!needsEscape.test(text) && isWellFormed(text)) return `"${text}"`;
  return escapeNonCharacters(JSON.stringify(text));
}

/** JSON text with U+FFFE and U+FFFF escaped. They can only stand inside its strings, so the meaning is the same. */
export function escapeNonCharacters(json: string): string {
  return json.replace(nonCharacters, (character) => (character === '\ufffe' ? '\\ufffe' : '\\uffff'));
}

// Node 20 has it, the es2023 library does not declare it.
function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}

const quotedKeys = new Map<string, string>();
const cachedKeysMax = 1_024;
const cachedKeyLengthMax = 64;

/** {@link quote}, remembered: a program has few names and writes them for ever. Bounded both ways, because names may be data. */
export function quoteKey(key: string): string {
  if (key.length > cachedKeyLengthMax) return quote(key);
  let quoted = quotedKeys.get(key);
  if (quoted === undefined) {
    if (quotedKeys.size >= cachedKeysMax) quotedKeys.clear();
    quoted = quote(key);
    quotedKeys.set(key, quoted);
  }
  return quoted;
}
