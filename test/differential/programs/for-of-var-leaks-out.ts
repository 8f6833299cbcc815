import { activity, workflow } from 'hopline';

export class Leak {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(items: number[]): Promise<unknown[]> {
    for (var item of items) {
      var doubled = item * 2;
      await this.give(doubled);
    }
    // @ts-expect-error TypeScript cannot know that the loop ran.
    return [item, doubled];
  }
}

export const runs = [
  { method: 'run', args: [[1, 2]] },
  { method: 'run', args: [[]] },
];
