/** Bytes of `text` in UTF-8, as SQS counts them. A lone surrogate counts as the three bytes of the character that replaces it. */
export function bodyBytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) {
      // Two units made four bytes.
      at++;
    }
  }
  return bytes;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** Bytes that message attributes add to a message: name, type and value of each (all of ours are of type String). */
export function attributesBytes(attributes: Readonly<Record<string, string>>): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(attributes)) bytes += bodyBytes(name) + 'String'.length + bodyBytes(value);
  return bytes;
}
