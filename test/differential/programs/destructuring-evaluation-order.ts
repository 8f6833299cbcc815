import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class DestructuringEvaluationOrder {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  at<T>(name: string, value: T): T {
    return host.note(name, value);
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const out: unknown[] = [];
    const target = { list: [] as unknown[], map: {} as Record<string, unknown> };
    const source = {
      get p() {
        return host.note('get p', 1);
      },
      get q() {
        return host.note('get q', undefined);
      },
    };
    const { p, q = this.at('default q', 2) } = source;
    out.push(p, q);
    ({
      [this.at('key 1', 'x')]: target.list[this.at('index 1', 0)],
      [await this.give('y')]: target.map[this.at('key 2', 'k')] = await this.give('default y'),
    } = { x: 'X' } as Record<string, string>);
    const { [this.at('key 3', 'a')]: a, ...rest } = await this.give({ a: 1, b: 2, c: 3 } as Record<string, number>);
    out.push(a, rest, target);
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
