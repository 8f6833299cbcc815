import { sleep, workflow } from 'hopline';

const name = 'run';

export class Hl1606NoPublicName {
  @workflow()
  async [name](): Promise<void> {
    await sleep('1h');
  }

  @workflow()
  async #secret(): Promise<void> {
    await sleep('1h');
  }
}
