import { activity, workflow } from 'hopline';

export class Once {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(start: number): Promise<string> {
    let counter = start;
    switch (++counter) {
      case await this.give(1):
        return `one ${counter}`;
      case await this.give(2):
        return `two ${counter}`;
      case ++counter - 1:
        return `self ${counter}`;
      default:
        return `none ${counter}`;
    }
  }
}

export const runs = [0, 1, 5].map((start) => ({ method: 'run', args: [start] }));
