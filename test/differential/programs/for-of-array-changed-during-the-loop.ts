import { activity, workflow } from 'hopline';

export class Worklist {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(start: number[]): Promise<number[]> {
    const queue = [...start];
    const done: number[] = [];
    for (const item of queue) {
      done.push(await this.give(item));
      if (item > 2) queue.push(item - 2);
      if (item === 1) queue.length = done.length;
    }
    return done;
  }
}

export const runs = [[], [1], [5, 4], [3, 1, 2]].map((start) => ({ method: 'run', args: [start] }));
