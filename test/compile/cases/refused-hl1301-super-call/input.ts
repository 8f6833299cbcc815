import { activity, workflow } from 'hopline';

class Base {}

export class Hl1301SuperCall extends Base {
  @activity() async name(): Promise<string> {
    return 'x';
  }

  @workflow()
  async run(): Promise<void> {
    super(await this.name());
  }
}
