import { activity, defineRateLimit, rateLimit, workflow } from 'hopline';

const partner = defineRateLimit('partner', { limit: 2, per: '1m' });

export class RateLimits {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(tenants: string[]): Promise<string[]> {
    const done: string[] = [];
    for (const tenant of tenants) {
      await rateLimit(partner, tenant);
      done.push(await this.give(tenant));
    }
    await rateLimit(partner);
    await rateLimit(`written here ${done.length}`, { limit: 1, per: { hours: done.length + 1 } });
    return done;
  }
}

export const runs = [
  { method: 'run', args: [['a', 'b']] },
  { method: 'run', args: [[]] },
];
