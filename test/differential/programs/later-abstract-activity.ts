import { activity, sleep, workflow } from 'hopline';
abstract class LaterAbstractActivityBase {
  abstract charge(n: number): Promise<number>;
  @workflow() async run(n: number): Promise<unknown> {
    await sleep(1);
    return await this.charge(n);
  }
}
export class LaterAbstractActivity extends LaterAbstractActivityBase {
  @activity() async charge(n: number): Promise<number> {
    return n + 1;
  }
}
export const runs = [{ method: 'run', args: [1] }];
