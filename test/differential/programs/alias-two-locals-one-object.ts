import { activity, sleep, workflow } from 'hopline';

export class Alias {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const first = { n: 1, list: [1] };
    const second = first;
    const list = first.list;
    await sleep(1);
    second.n = 2;
    list.push(2);
    await sleep(2);
    return [first === second, first.list === list, first.n, second.list, await this.give([first, second])];
  }
}

// every slot is missed
export const runs = [{ method: 'run', args: [] }];
