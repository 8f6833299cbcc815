import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

class Resource {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  [Symbol.dispose](): void {
    host.note('disposed', this.name);
  }
}

export class Using {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown> {
    using resource = new Resource('r');
    await sleep(n);
    return resource.name;
  }
}

export const runs = [{ method: 'run', args: [2] }];
