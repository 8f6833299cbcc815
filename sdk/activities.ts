import type { ActivityOptions } from '../runtime/protocol/options.ts';

declare const activitiesBrand: unique symbol;

/**
 * Marks an injected service whose async methods are activities: each awaited call from a workflow is retried, timed out
 * and run at least once, as if the method were decorated `@activity()`. `Policy` sets options by method, as literal types.
 *
 * @example
 * ```ts
 * import { sleep, workflow, type Activities } from 'hopline';
 *
 * interface BillingApi {
 *   charge(invoice: string): Promise<boolean>;
 * }
 *
 * class Dunning {
 *   constructor(private readonly billing: Activities<BillingApi, { charge: { timeout: '10s' } }>) {}
 *
 *   @workflow()
 *   async collect(invoice: string): Promise<boolean> {
 *     if (await this.billing.charge(invoice)) return true;
 *     await sleep('3 days');
 *     return await this.billing.charge(invoice);
 *   }
 * }
 * ```
 */
// `{}` is what api.d.ts says: no policy for any method.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export type Activities<T, Policy extends Partial<Record<keyof T, ActivityOptions>> = {}> = T & {
  readonly [activitiesBrand]?: Policy;
};
