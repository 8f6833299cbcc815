import { sleep, workflow } from 'hopline';

export class Hl1601Generic {
  @workflow()
  async run<T>(value: T): Promise<T> {
    await sleep('1h');
    return value;
  }
}
