import { activity, workflow } from 'hopline';

export class Hl1002NoTarget {
  @activity() async name(): Promise<string> {
    return 'x';
  }

  @workflow()
  async run(names: string[]): Promise<string[]> {
    names.slice() = [await this.name()];
    return names;
  }
}
