import { sleep, workflow } from 'hopline';

export class Hl2001PromiseHeld {
  @workflow()
  async run(): Promise<number> {
    const started = Promise.resolve(1);
    await sleep('1h');
    const value = await started;
    return value;
  }
}
