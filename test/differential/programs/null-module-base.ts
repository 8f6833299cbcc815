import { activity, sleep, workflow } from 'hopline';
const conf: any = undefined;

export class NullModuleBase {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    try {
      conf.f(await this.give(1));
    } catch (e) {
      return (e as Error).name;
    }
    return 0;
  }
}

export const runs = [{ method: 'run', args: [1] }];
