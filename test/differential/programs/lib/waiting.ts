import { sleep } from 'hopline';
import { host } from '../../harness/host.ts';
import { again } from './waiting-again.ts';

export class Late extends Error {
  override name = 'Late';
}

export async function untilDone(key: string, tries: number): Promise<string> {
  if (host.count(key) >= 2) return `done ${key}`;
  if (tries === 0) throw new Late(key);
  await sleep({ minutes: tries });
  // The other module waits in its turn.
  return await again(key, tries - 1);
}

export const steps = {
  async pack(n: number): Promise<number> {
    await sleep('1h');
    return n * 2;
  },
};

export default async function rest(days: number): Promise<string> {
  await sleep({ days });
  return `rested ${days}`;
}
