import { activity, workflow } from 'hopline';

export class DeclaredInBlock {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(items: number[]): Promise<number[]> {
    const out: number[] = [];
    for (const item of items) {
      out.push(twice(await this.give(item)));
      function twice(value: number): number {
        return value * 2;
      }
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [[1, 2]] }];
