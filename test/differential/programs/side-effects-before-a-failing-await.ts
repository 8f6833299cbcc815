import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Partial {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(): Promise<unknown[]> {
    let n = 0;
    const list: number[] = [];
    const box = { total: 1 };
    try {
      list.push(n++, n++, await this.fail('x'), n++);
    } catch {
      list.push(n);
    }
    try {
      box.total += await this.fail('y');
    } catch {
      list.push(box.total);
    }
    try {
      list[host.note('index', n++)] = await this.fail('z');
    } catch {
      await sleep(1);
      list.push(n, list.length);
    }
    return list;
  }
}

export const runs = [{ method: 'run', args: [] }];
