import { refusalOf } from '../loop/refusal.ts';
import type { SqsLike } from '../ports/sqs-like.ts';

const triesMax = 20;

/**
 * Sends again what was throttled or not answered, as the AWS SDK does by itself. At once: nobody moves virtual time while a
 * test starts a run. A lost answer can so start it twice, as with the AWS SDK.
 */
export function createResendingSender(sqs: SqsLike): SqsLike {
  return {
    async send(command: object): Promise<unknown> {
      for (let tries = 1; ; tries++) {
        try {
          return await sqs.send(command);
        } catch (error) {
          if (tries === triesMax || refusalOf({ ok: false, error }).kind !== 'temporary') throw error;
        }
      }
    },
  };
}
