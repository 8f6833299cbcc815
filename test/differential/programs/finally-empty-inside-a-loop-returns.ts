import { activity, workflow } from 'hopline';

export class FinallyEmptyInsideALoopReturns {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(stop: number): Promise<string> {
    for (let i = 0; i < 5; i++) {
      try {
        if (i === stop) return `returned ${await this.give(i)}`;
      } finally {
      }
    }
    return 'end';
  }
}

export const runs = [0, 3, 9].map((stop) => ({ method: 'run', args: [stop] }));
