/** An argument as an error shows it: short, on one line. */
export function shownArgument(value: unknown): string {
  const text = typeof value === 'string' ? `'${value}'` : value instanceof Date ? dateText(value) : jsonText(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString();
}

function jsonText(value: unknown): string {
  if (typeof value === 'function') return `function ${value.name}`.trim();
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
