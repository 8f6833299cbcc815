import { activity, workflow } from 'hopline';

export class Hl1003PatternOverASet {
  @activity() async fallback(): Promise<number> {
    return 1;
  }

  @workflow()
  async run(numbers: Set<number | undefined>): Promise<number> {
    const [first = await this.fallback()] = numbers;
    return first;
  }
}
