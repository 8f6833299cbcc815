import { activity, sleep, workflow } from 'hopline';

export class Hoisted {
  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const out: unknown[] = [];
    var e: unknown = 'var';
    try {
      await this.fail('failed');
    } catch (e) {
      var e: unknown = 'assigned to the parameter';
      await sleep(1);
      out.push(e);
    }
    out.push(e);
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
