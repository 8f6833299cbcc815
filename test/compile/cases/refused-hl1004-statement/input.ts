import { activity, workflow } from 'hopline';

export class Hl1004Statement {
  @activity() async scope(): Promise<object> {
    return {};
  }

  @workflow()
  async run(): Promise<void> {
    with (await this.scope()) {
      void 0;
    }
  }
}
