import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Lookup {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(value: number): Promise<string> {
    switch (await this.give(value)) {
      case await this.give(1):
        return 'one';
      case host.note('second case', 2):
        return 'two';
      default:
        host.note('default');
        return 'other';
      case (await this.give(3)) && value:
        return 'three';
    }
  }
}

export const runs = [1, 2, 3, 4].map((value) => ({ method: 'run', args: [value] }));
