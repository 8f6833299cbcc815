import { activity, workflow } from 'hopline';

export class AwaitedBase {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<string> {
    class Shape extends ((await this.give(1)) > 0 ? Error : TypeError) {}
    return new Shape('x').message;
  }
}

export const runs = [{ method: 'run', args: [] }];
