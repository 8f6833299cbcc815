import { activity, sleep, sleepUntil, workflow } from 'hopline';

export class Sleeps {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(days: number, at: Date): Promise<string> {
    await sleep(0);
    await sleep('30 days');
    await sleep(`${days} days`);
    await sleep({ hours: days, minutes: 5 });
    await sleep(days * 1000);
    await sleepUntil(at);
    await sleepUntil(new Date(at.getTime() + (await this.give(1000))));
    const nothing = await sleep(1);
    return String(nothing);
  }
}

export const runs = [{ method: 'run', args: [2, new Date(0)] }];
