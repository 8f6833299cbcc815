import { activity, sleep, workflow } from 'hopline';

export class Local {
  @activity()
  async ship(parcel: string, count: number): Promise<string> {
    return `${parcel} ${count}`;
  }

  @workflow()
  async run(parcels: string[], prefix: string): Promise<unknown> {
    let count = 0;
    const step = async (parcel: string) => {
      count += 1;
      await sleep('1 hour');
      return this.ship(prefix + parcel, count);
    };
    const first = await step('first');
    return [first, await Promise.all(parcels.map(async (parcel) => `${await step(parcel)}!`)), count];
  }
}

export const runs = [{ method: 'run', args: [['a', 'b'], '#'] }];
