import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Order {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  at<T>(name: string, value: T): T {
    return host.note(name, value);
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    return [
      this.at('a', n) + (await this.give(2)) * this.at('b', 3) - (await this.give(4)),
      (await this.give(n)) < this.at('c', 5),
      this.at('d', 2) ** ((await this.give(3)) ** this.at('e', 2)),
      (await this.give('x')) + this.at('f', 1) + (await this.give(2)),
      this.at('g', 'k') in (await this.give({ k: 1 })),
      (await this.give([1])) instanceof this.at('h', Array),
      this.at('i', 7) % (await this.give(4)) === (await this.give(3)),
      this.at('j', '1') == ((await this.give(1)) as unknown),
      (this.at('k', 8) >> (await this.give(1))) | this.at('l', 1),
    ];
  }
}

export const runs = [1, 9].map((n) => ({ method: 'run', args: [n] }));
