/** TAB, LF, CR and Unicode's characters from the space on, without surrogates and the two non-characters U+FFFE and U+FFFF. */
const illegalCharacter = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Any surrogate, whether in a pair or not, and what is illegal anyway: without the `u` flag, hence in half the time. */
const suspectUnit = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/;

export const legalCharacterSet = '#x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF';

/** The first character that SQS does not carry, as `#x0`; undefined where all are legal. A lone surrogate is illegal. */
export function findIllegalCharacter(text: string): string | undefined {
  if (!suspectUnit.test(text)) return undefined;
  const found = illegalCharacter.exec(text);
  return found === null ? undefined : `#x${found[0].codePointAt(0)!.toString(16).toUpperCase()}`;
}
