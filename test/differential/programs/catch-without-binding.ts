import { activity, sleep, workflow } from 'hopline';

export class Unbound {
  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(message: string): Promise<string> {
    try {
      await this.fail(message);
    } catch {
      await sleep(1);
      return `something failed, not said what`;
    }
    return 'never';
  }
}

export const runs = [{ method: 'run', args: ['x'] }];
