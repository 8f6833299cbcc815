import { activity, sleep, workflow } from 'hopline';

export class Fan {
  @activity()
  async ship(parcel: string, place: number): Promise<string> {
    return `${parcel} at ${place}`;
  }

  private async later(parcel: string): Promise<string> {
    await sleep('1 hour');
    return this.ship(parcel, 0);
  }

  @workflow()
  async run(parcels: string[], place: number): Promise<unknown> {
    const [first, ...others] = await Promise.all([
      this.later('first'),
      ...parcels.map((parcel, index) => this.ship(parcel, place + index)),
      this.ship(await this.ship('inner', 1), 2),
      place,
    ]);
    return [first, others];
  }

  /** Not among the runs: in plain code the loser goes on. */
  @workflow()
  async race(): Promise<unknown> {
    return Promise.race([this.later('slow'), sleep('10 minutes')]);
  }
}

export const runs = [{ method: 'run', args: [['a', 'b'], 7] }];
