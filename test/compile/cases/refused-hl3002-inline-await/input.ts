import { sleep, workflow } from 'hopline';

export class Hl3002InlineAwait {
  @workflow()
  async run(): Promise<number> {
    const reply = await fetch('http://127.0.0.1/rates');
    const { status } = reply;
    await sleep('1h');
    return status;
  }
}
