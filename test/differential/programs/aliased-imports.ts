import { activity as act, sleep as pause, workflow as flow } from 'hopline';
import * as hop from 'hopline';

export class Aliased {
  @act()
  async give(n: number): Promise<number> {
    return n;
  }

  @hop.activity()
  async other(n: number): Promise<number> {
    return -n;
  }

  @flow()
  async run(n: number): Promise<number[]> {
    await pause(n);
    const first = await this.give(n);
    await hop.sleep(first);
    return [first, await this.other(n)];
  }

  @hop.workflow()
  async second(): Promise<void> {
    await hop.sleepUntil(new Date(0));
  }
}

export const runs = [
  { method: 'run', args: [2] },
  { method: 'second', args: [] },
];
