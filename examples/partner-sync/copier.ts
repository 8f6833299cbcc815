import { activityContext, RetryableError } from 'hopline';

export interface Row {
  id: string;
  name: string;
}

/** What the partner answers: a page, or 429 with the seconds to wait, or a failure of its own. */
export type Answer =
  | { status: 200; rows: readonly Row[]; next?: string }
  | { status: 429; retryAfter: string }
  | { status: 500 | 502 | 503 };

export interface PartnerApi {
  page(tenant: string, cursor: string | undefined, signal: AbortSignal): Promise<Answer>;
}

export interface Table {
  /** Inserts or replaces by id: writing a page twice changes nothing. */
  upsert(tenant: string, rows: readonly Row[]): Promise<void>;
}

export interface Copier {
  /** Copies one page into the tenant's table. `next` is where the following page begins; absent on the last. */
  copyPage(tenant: string, cursor: string | undefined): Promise<{ rows: number; next?: string }>;
}

/** Reads and writes in one activity, so that the rows never travel in a message. */
export class PageCopier implements Copier {
  readonly #partner: PartnerApi;
  readonly #table: Table;

  constructor(partner: PartnerApi, table: Table) {
    this.#partner = partner;
    this.#table = table;
  }

  async copyPage(tenant: string, cursor: string | undefined): Promise<{ rows: number; next?: string }> {
    const answer = await this.#partner.page(tenant, cursor, activityContext().signal);
    if (answer.status === 429)
      // The wait that the partner names holds back this tenant's limit; other tenants go on.
      throw new RetryableError('too many requests', { retryAfter: answer.retryAfter });
    if (answer.status !== 200) throw new Error(`the partner answered ${answer.status}`);
    await this.#table.upsert(tenant, answer.rows);
    return { rows: answer.rows.length, ...(answer.next !== undefined && { next: answer.next }) };
  }
}
