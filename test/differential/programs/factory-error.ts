import { activity, sleep, workflow } from 'hopline';
function make(name: string) {
  return class extends Error {
    override name = name;
  };
}
const Gone = make('Gone');

export class FactoryError {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    try {
      throw new Gone('x');
    } catch (e) {
      await sleep(1);
      return [e instanceof Gone];
    }
  }
}

export const runs = [{ method: 'run', args: [1] }];
