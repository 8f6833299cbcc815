/** Equal for every attempt and every duplicate of one activity call (G4), different for every other call of any run. */
export function idempotencyKey(incarnation: string, state: string, visit: string): string {
  return `${incarnation}:${state}:${visit}`;
}
