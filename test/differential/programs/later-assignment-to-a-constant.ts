import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Constant {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const fixed = await this.give(1);
    const out: unknown[] = [];
    try {
      // @ts-expect-error A constant.
      fixed = await this.give(2);
    } catch (error) {
      out.push((error as Error).name);
    }
    try {
      // @ts-expect-error A constant.
      fixed += host.note('right side', 1);
    } catch (error) {
      await sleep(1);
      out.push((error as Error).name);
    }
    return [...out, fixed];
  }
}

export const runs = [{ method: 'run', args: [] }];
