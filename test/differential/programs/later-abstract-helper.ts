import { activity, sleep, workflow } from 'hopline';
abstract class LaterAbstractHelperBase {
  abstract step(n: number): Promise<number>;
  @workflow() async run(n: number): Promise<unknown> {
    return await this.step(n);
  }
}
export class LaterAbstractHelper extends LaterAbstractHelperBase {
  async step(n: number): Promise<number> {
    await sleep(2);
    return n;
  }
}
export const runs = [{ method: 'run', args: [1] }];
