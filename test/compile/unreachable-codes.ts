/** Codes that no program reaches, with the reason; the list may only shrink. */
export const unreachableCodes: Readonly<Record<string, string>> = {};

/** Refusals without a mend, with the reason; the list may only shrink. */
export const codesWithoutHint: Readonly<Record<string, string>> = {
  HL1004: 'only `with` comes here, which TypeScript refuses in strict code; there is no other way to write it',
  HL1301: 'TypeScript refuses the call too, and says where it belongs',
};
