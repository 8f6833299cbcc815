import { defineRateLimit, rateLimit, workflow, type Activities } from 'hopline';
import type { Copier } from './copier.ts';

/** What the partner allows: ten requests a second for all of us, two for each tenant. */
const allTenants = defineRateLimit('partner-api', { limit: 10, per: '1s' });
const eachTenant = defineRateLimit('partner-api-tenant', { limit: 2, per: '1s' });

type PatientCopier = Activities<
  Copier,
  { copyPage: { timeout: '30s'; retry: { attempts: 12; initial: '1s'; max: '5 minutes' } } }
>;

export interface SyncResult {
  tenant: string;
  pages: number;
  rows: number;
}

export class PartnerSync {
  constructor(private readonly copier: PatientCopier) {}

  // Two pages a second are 7,200 hops an hour; the brake for runaway loops is set above that.
  @workflow({ maxHopsPerHour: 10_000 })
  async sync(tenant: string): Promise<SyncResult> {
    let cursor: string | undefined;
    let pages = 0;
    let rows = 0;
    do {
      // Both stand directly before the activity: they are granted together, and every try of it asks again.
      await rateLimit(allTenants);
      await rateLimit(eachTenant, tenant);
      const page = await this.copier.copyPage(tenant, cursor);
      pages += 1;
      rows += page.rows;
      cursor = page.next;
    } while (cursor !== undefined);
    return { tenant, pages, rows };
  }
}
