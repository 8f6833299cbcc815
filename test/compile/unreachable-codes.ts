/** Codes that no program reaches, with the reason; the list may only shrink. */
export const unreachableCodes: Readonly<Record<string, string>> = {};

/** Refusals without a mend, with the reason; the list may only shrink. */
export const codesWithoutHint: Readonly<Record<string, string>> = {};
