/** A partner to practise with: it has as many pages as the tenant's name says, and bad moments now and then. */
import type { Answer, PartnerApi, Row, Table } from './copier.ts';

const rowsOfPage = 100;

export class PracticePartner implements PartnerApi {
  readonly #asked = new Map<string, number>();

  /** `acme-6` has six pages. Its second is refused with 429 once; the third of any tenant whose name ends in 4 fails once. */
  async page(tenant: string, cursor: string | undefined): Promise<Answer> {
    const pages = Number(/\d+$/.exec(tenant)?.[0] ?? 1);
    const number = Number(cursor ?? 1);
    const key = `${tenant} ${number}`;
    const asked = this.#asked.get(key) ?? 0;
    this.#asked.set(key, asked + 1);
    if (asked === 0 && number === 2 && pages === 6) return { status: 429, retryAfter: '1' };
    if (asked === 0 && number === 3 && pages === 4) return { status: 503 };
    const rows = Array.from({ length: rowsOfPage }, (_, index): Row => {
      const id = String((number - 1) * rowsOfPage + index);
      return { id, name: `customer ${id} of ${tenant}` };
    });
    return { status: 200, rows, ...(number < pages && { next: String(number + 1) }) };
  }
}

export class PracticeTable implements Table {
  readonly #rows = new Map<string, Row>();

  async upsert(tenant: string, rows: readonly Row[]): Promise<void> {
    for (const row of rows) this.#rows.set(`${tenant} ${row.id}`, row);
  }

  get size(): number {
    return this.#rows.size;
  }
}
