import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Small {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<number> {
    switch (await this.give(n)) {
    }
    switch (host.note('evaluated', n)) {
      default:
        n += await this.give(1);
    }
    switch (n) {
      case 2:
      default:
    }
    return n;
  }
}

export const runs = [{ method: 'run', args: [1] }];
