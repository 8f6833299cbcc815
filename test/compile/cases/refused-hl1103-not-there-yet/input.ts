import { activity, workflow } from 'hopline';

export class Later {
  @activity()
  async ship(parcel: string): Promise<string> {
    return parcel;
  }

  @workflow()
  async run(parcels: string[]): Promise<string[]> {
    const step = async (parcel: string) => {
      done.push(await this.ship(parcel));
    };
    for (const parcel of parcels) await step(parcel);
    const done: string[] = [];
    return done;
  }
}
