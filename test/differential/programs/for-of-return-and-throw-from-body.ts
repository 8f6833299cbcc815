import { activity, sleep, workflow } from 'hopline';

export class ForOfReturnAndThrowFromBody {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(items: number[]): Promise<string> {
    let log = '';
    try {
      for (const item of items) {
        try {
          await sleep(item);
          if (item === 2) return `${log}returned`;
          if (item === 3) throw new Error('three');
          if (item === 4) continue;
          log += `${item} `;
        } finally {
          log += `f${item} `;
        }
      }
    } catch (error) {
      return `${log}${(error as Error).message}`;
    }
    return `${log}end`;
  }
}

export const runs = [[1], [1, 2], [4, 1, 3], []].map((items) => ({ method: 'run', args: [items] }));
