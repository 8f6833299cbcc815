/** A moment for people: `2026-03-23 08:00:00 UTC`. */
export function moment(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const dayMs = 86_400_000;

/** Time since the beginning, of one width for two weeks: `14d 01:00:00.250`. */
export function elapsed(ms: number): string {
  const days = Math.floor(ms / dayMs);
  const clock = new Date(ms % dayMs).toISOString().slice(11, 23);
  return `${days === 0 ? '   ' : `${days}d`.padStart(3)} ${clock}`;
}

const units = [
  ['d', dayMs],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** How long something takes, in its two largest units: `1 d 2 h`, `15 min`, `7 s`, `20 ms`. */
export function span(ms: number): string {
  if (ms < 1_000) return `${Math.ceil(ms)} ms`;
  let restMs = Math.round(ms / 1_000) * 1_000;
  const parts: string[] = [];
  for (const [unit, unitMs] of units) {
    const count = Math.floor(restMs / unitMs);
    restMs -= count * unitMs;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
  }
  return parts.slice(0, 2).join(' ');
}
