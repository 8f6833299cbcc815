import { activity, sleep, workflow } from 'hopline';
class B11 {
  @workflow() async run(n: number): Promise<unknown> {
    return (await this.step(n)) + this.plain();
  }
  async step(n: number): Promise<number> {
    await sleep(1);
    return n;
  }
  plain() {
    return 'base';
  }
}
export class OverrideSameFileWf extends B11 {
  override async step(n: number): Promise<number> {
    await sleep(2);
    return n * 100;
  }
  override plain() {
    return 'derived';
  }
}
export const runs = [{ method: 'run', args: [1] }];
