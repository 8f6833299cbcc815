import { activity, sleep, workflow } from 'hopline';

export class Sparse {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const sparse: unknown[] = [1, , undefined];
    sparse[5] = null;
    let nothing: undefined;
    await sleep(1);
    sparse.push(nothing);
    return [
      sparse,
      1 in sparse,
      2 in sparse,
      sparse.length,
      nothing,
      await this.give(nothing),
      await this.give(sparse),
    ];
  }
}

export const runs = [{ method: 'run', args: [] }];
