import { activity, sleep, workflow } from 'hopline';

export class Fan {
  @activity()
  async ship(parcel: string): Promise<string> {
    return parcel;
  }

  @workflow()
  async run(parcels: string[]): Promise<unknown> {
    await Promise.all([this.ship('a').then((place) => place.length)]);
    await Promise.race([fetch('https://example.com'), sleep('1 minute')]);
    return Promise.all([parcels.length > 1 ? this.ship(await this.ship('b')) : null]);
  }
}
