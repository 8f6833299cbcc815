/**
 * Says that this await is meant to run inside the hop, not as an activity. Silences the compiler's HL-INLINE diagnostics.
 *
 * The work is not checkpointed: it runs in the delivery that reached it and **runs again** when that delivery is repeated
 * (a crash, a lost lease), so it must be harmless to repeat. What must happen once belongs into an activity.
 *
 * @param work called once by this call; its rejection is thrown here.
 * @example
 * ```ts
 * import { activity, inline, sleep, workflow } from 'hopline';
 *
 * class Report {
 *   constructor(private readonly cache: { read(key: string): Promise<string | undefined> }) {}
 *
 *   @workflow()
 *   async build(key: string): Promise<string> {
 *     const cached = await inline(() => this.cache.read(key)); // reading twice does no harm
 *     if (cached !== undefined) return cached;
 *     await sleep('1 hour');
 *     return await this.render(key);
 *   }
 *
 *   @activity()
 *   async render(key: string): Promise<string> {
 *     return `report ${key}`;
 *   }
 * }
 * ```
 */
export function inline<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
