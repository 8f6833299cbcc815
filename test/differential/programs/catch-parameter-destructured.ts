import { activity, sleep, workflow } from 'hopline';

export class Fields {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async refuse(code: string): Promise<void> {
    throw Object.assign(new RangeError(`refused ${code}`), { code, details: { retry: [1, 2] } });
  }

  @workflow()
  async run(): Promise<unknown> {
    try {
      await this.refuse('E1');
    } catch ({
      name,
      message,
      code,
      details: {
        retry: [first, second = 9, third = await this.give(7)],
      },
    }: any) {
      await sleep(1);
      return { name, message, code, first, second, third };
    }
    return 'never';
  }
}

export const runs = [{ method: 'run', args: [] }];
