import { sleep, workflow } from 'hopline';

export class LocalError {
  @workflow()
  async run(): Promise<boolean> {
    class Gone extends Error {}
    try {
      throw new Gone('x');
    } catch (error) {
      await sleep(1);
      return error instanceof Gone;
    }
  }
}

export const runs = [{ method: 'run', args: [] }];
