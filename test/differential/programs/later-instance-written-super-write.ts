import { activity, sleep, workflow } from 'hopline';
class LaterInstanceWrittenSuperWriteBase {
  n = 0;
  bump() {
    this.n += 1;
  }
}
export class LaterInstanceWrittenSuperWrite extends LaterInstanceWrittenSuperWriteBase {
  @activity() async give(): Promise<number> {
    return 1;
  }
  @workflow() async run(): Promise<unknown> {
    super.bump();
    await sleep(1);
    return this.n;
  }
}
export const runs = [{ method: 'run', args: [] }];
