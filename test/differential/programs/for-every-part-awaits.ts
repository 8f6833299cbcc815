import { activity, sleep, workflow } from 'hopline';

export class Stepper {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(limit: number): Promise<string> {
    let path = '';
    for (let i = await this.give(1); i <= (await this.give(limit)); i += await this.give(i)) {
      path += `${i};`;
      await sleep(i);
    }
    return path;
  }
}

export const runs = [0, 1, 5].map((limit) => ({ method: 'run', args: [limit] }));
