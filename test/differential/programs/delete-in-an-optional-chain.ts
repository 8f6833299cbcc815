import { activity, workflow } from 'hopline';

export class OptionalDelete {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(box: { lines?: string[] } | null): Promise<unknown[]> {
    const isGone = delete box?.lines?.[await this.give(0)];
    return [isGone, box];
  }
}

export const runs = [null, {}, { lines: ['a', 'b'] }].map((box) => ({ method: 'run', args: [box] }));
