import { activity, sleep, workflow } from 'hopline';

/** What the world does for a run; every method may be the moment at which the worker dies. */
export interface Depot {
  reserve(item: string): Promise<string>;
  /** Fails twice for `b`. */
  pack(item: string, place: string): Promise<string>;
  ship(parcel: string, number: number): Promise<string>;
}

/** Three pipelines side by side, a race, and a plain step after both. */
export class Fulfilment {
  private readonly depot: Depot;

  constructor(depot: Depot) {
    this.depot = depot;
  }

  @activity()
  async reserve(item: string): Promise<string> {
    return this.depot.reserve(item);
  }

  @activity({ retry: { attempts: 5, delays: ['30 seconds', '2 minutes', '2 minutes', '2 minutes'], jitter: 'none' } })
  async pack(item: string, place: string): Promise<string> {
    return this.depot.pack(item, place);
  }

  @activity()
  async ship(parcel: string, number: number): Promise<string> {
    return this.depot.ship(parcel, number);
  }

  private async prepare(item: string, log: string[]): Promise<string> {
    const place = await this.reserve(item);
    log.push(`${item} reserved`);
    await sleep('20 minutes');
    const parcel = await this.pack(item, place);
    log.push(`${item} packed`);
    return parcel;
  }

  @workflow()
  async survey(count: number): Promise<number> {
    const places = await Promise.all(Array.from({ length: count }, (_, index) => this.reserve(`item ${index}`)));
    return new Set(places).size;
  }

  @workflow()
  async fulfil(items: string[]): Promise<unknown> {
    const log: string[] = [];
    const parcels = await Promise.all([this.prepare(items[0]!, log), this.prepare(items[1]!, log), sleep('5 minutes')]);
    const first = await Promise.race([sleep('40 days'), this.ship(parcels[0], log.length)]);
    const rest = await Promise.allSettled(items.map((item, index) => this.ship(item, index)));
    await sleep('1 hour');
    return { first, parcels, rest: rest.map(({ status }) => status), log: log.sort() };
  }
}
