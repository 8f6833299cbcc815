import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Retry {
  @activity()
  async attempt(name: string): Promise<string> {
    return host.script(name, ['no', 'no', 'yes']);
  }

  @workflow()
  async run(name: string, skip: boolean): Promise<string[]> {
    const seen: string[] = [];
    let tries = 0;
    do {
      tries++;
      if (skip && tries === 1) continue;
      seen.push(`try ${tries}`);
      await sleep('1s');
    } while ((await this.attempt(name)) !== 'yes');
    return seen;
  }
}

export const runs = [
  { method: 'run', args: ['x', false] },
  { method: 'run', args: ['y', true] },
];
