import { sleep, workflow } from 'hopline';

export class Durations {
  @workflow()
  async run(duration: number): Promise<string> {
    try {
      await sleep(duration);
      return 'slept';
    } catch (error) {
      await sleep('1s');
      return `${(error as Error).name} ${(error as { code: string }).code}`;
    }
  }
}

export const runs = [1, 0, -1, NaN, Infinity].map((duration) => ({ method: 'run', args: [duration] }));
