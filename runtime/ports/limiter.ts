import type { LimitRequest } from '../protocol/rate-rule.ts';

/**
 * Grants uses of named limits (PROTOCOL.md 10). A grant is used in the delivery that got it or is lost.
 *
 * `place` names who asks: (incarnation, state, visit). A place in line is kept for it and lapses 2 s after its time, so a
 * message that comes back when it was told to bounces about once.
 */
export interface LimiterPort {
  /** All or none. Not granted: when to ask again, in milliseconds from now. */
  ask(
    place: string,
    requests: readonly LimitRequest[],
  ): Promise<{ granted: true } | { granted: false; waitMs: number }>;
  /** A server's Retry-After: nothing of this name and key is granted before `untilMs` from now. */
  pause(request: Pick<LimitRequest, 'name' | 'key'>, forMs: number): void;
}
