/**
 * Text of the author's, safe for a terminal: escape sequences and control characters are taken out, so that no string
 * literal can move the cursor, hide lines or set the title. Line breaks and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(escapeSequence, '').replace(controlCharacter, '�');
}

/** CSI and OSC sequences, and two-character escapes. */

const escapeSequence =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -~]|\u009b[0-?]*[ -/]*[@-~]/g;
/** C0 but tab and line feed, DEL, C1, and the marks that turn the direction of text. */

const controlCharacter = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** The same without a change of length, so that columns stay where they are. */
export function inert(text: string): string {
  return text.replace(controlCharacter, '�');
}
