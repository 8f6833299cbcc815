import { sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

const log: string[] = [];

export class Shadowed {
  @workflow()
  async run(): Promise<string[]> {
    {
      const sleep = async (n: number) => void host.note('own sleep', n);
      await sleep(1);
    }
    await sleep(2);
    return log;
  }
}

export const runs = [{ method: 'run', args: [] }];
