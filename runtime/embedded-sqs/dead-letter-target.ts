import { accountId, region, type Account } from './account.ts';
import { invalidValue } from './errors.ts';
import type { RedrivePolicy } from './redrive-policy.ts';

/** Checks a redrive policy against the queue that it names, where the request gave one. Throws the refusal. */
export function checkDeadLetterTarget(
  account: Account,
  source: { readonly name: string; readonly isFifo: boolean },
  policy: RedrivePolicy | undefined,
  given: ReadonlyMap<string, string>,
): void {
  const text = given.get('RedrivePolicy');
  if (policy === undefined || text === undefined) return;
  const refuse = (reason: string) => invalidValue(text, 'RedrivePolicy', reason);
  const target = account.findByArn(policy.deadLetterTargetArn);
  if (target === undefined) throw refuse('Dead letter target does not exist.');
  if (target.isFifo !== source.isFifo) {
    throw refuse('Dead-letter queue must be same type of queue as the source.');
  }
  const allowed = target.settings.redriveAllowPolicy;
  const sourceArn = `arn:aws:sqs:${region}:${accountId}:${source.name}`;
  if (
    allowed?.redrivePermission === 'denyAll' ||
    (allowed?.redrivePermission === 'byQueue' && !allowed.sourceQueueArns.includes(sourceArn))
  ) {
    throw refuse(
      `The redrive allow policy of ${target.name} does not permit ${source.name} to use it as a dead-letter queue.`,
    );
  }
}
