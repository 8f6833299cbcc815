import { sleep, workflow } from 'hopline';

export class Hl1007Constant {
  @workflow()
  async run(): Promise<number> {
    const attempt = 0;
    await sleep('1h');
    attempt += 1;
    return attempt;
  }
}
