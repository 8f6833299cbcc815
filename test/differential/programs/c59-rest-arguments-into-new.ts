import { activity, sleep, workflow } from 'hopline';

class Query {
  readonly table: string;
  readonly filters: string[];
  constructor(table: string, ...filters: string[]) {
    this.table = table;
    this.filters = filters;
  }
  text(): string {
    return `${this.table}[${this.filters.join('&')}]`;
  }
}

export class Report {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(table: string, ...filters: string[]): Promise<string[]> {
    const before = new Query(table, ...filters).text();
    await sleep('1m'); // live: before, filters, table
    const after = new Query(table, ...filters, await this.give('late')).text();
    return [before, after];
  }
}

export const runs = [['t'], ['t', 'a', 'b']].map((args) => ({ method: 'run', args }));
