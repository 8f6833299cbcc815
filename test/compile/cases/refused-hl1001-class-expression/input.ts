import { activity, workflow } from 'hopline';

export class Hl1001ClassExpression {
  @activity() async base(): Promise<any> {
    return Object;
  }

  @workflow()
  async run(): Promise<string> {
    return (class Made extends (await this.base()) {}).name;
  }
}
