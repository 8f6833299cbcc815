import { activity, sleep, workflow } from 'hopline';

export class Thrower {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(message: string): Promise<never> {
    throw new RangeError(await this.give(message));
  }

  @workflow()
  async value(): Promise<never> {
    throw await this.give({ code: 7 });
  }

  @workflow()
  async ownFields(): Promise<never> {
    const error = Object.assign(new Error('with fields'), { status: 404, headers: new Map([['a', 'b']]) });
    await sleep(1);
    throw error;
  }
}

export const runs = [
  { method: 'run', args: ['x'] },
  { method: 'value', args: [] },
  { method: 'ownFields', args: [] },
];
