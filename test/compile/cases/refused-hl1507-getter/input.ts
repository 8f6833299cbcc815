import { activity, workflow } from 'hopline';

export class Hl1507Getter {
  @activity() async give(value: number): Promise<number> {
    return value;
  }
  get next(): Promise<number> {
    return this.give(1);
  }
  @workflow()
  async run(): Promise<number> {
    return await this.next;
  }
}
