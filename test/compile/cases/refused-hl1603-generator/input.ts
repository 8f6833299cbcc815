import { sleep, workflow } from 'hopline';

export class Hl1603Generator {
  @workflow()
  async *run(): AsyncGenerator<number> {
    await sleep('1h');
    yield 1;
  }
}
