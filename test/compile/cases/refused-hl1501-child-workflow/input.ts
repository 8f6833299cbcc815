import { sleep, workflow } from 'hopline';

export class Hl1501ChildWorkflow {
  @workflow()
  async child(): Promise<void> {
    await sleep('1h');
  }

  @workflow()
  async run(): Promise<void> {
    await this.child();
  }
}
