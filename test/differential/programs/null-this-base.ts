import { activity, sleep, workflow } from 'hopline';

export class NullThisBase {
  conf: any = undefined;

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    try {
      this.conf.f(await this.give(1));
    } catch (e) {
      return (e as Error).name;
    }
    return 0;
  }
}

export const runs = [{ method: 'run', args: [1] }];
