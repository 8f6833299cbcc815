import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Conditions {
  @activity()
  async next(queue: string): Promise<string | null> {
    return host.script(queue, ['a', 'b', null]);
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const out: string[] = [];
    let item: string | null;
    while ((item = await this.next('x')) !== null) out.push(item);
    let count = 0;
    let last: string | null | undefined;
    for (; (last = await this.next('y')) && (count += 1) < 5;) out.push(`${last}${count}`);
    if ((item = await this.next('z')) && (last = item)) out.push(item + last);
    do out.push('do');
    while ((item = await this.next('x')));
    return [...out, item, last, count];
  }
}

export const runs = [{ method: 'run', args: [] }];
