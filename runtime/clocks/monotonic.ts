/** Milliseconds since some moment, which only rise: no wall clock that is set moves them. */
export function monotonicNow(): number {
  return performance.now();
}
