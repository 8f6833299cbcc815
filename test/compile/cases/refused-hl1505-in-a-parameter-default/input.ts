import { activity, sleep, workflow } from 'hopline';

export class Hl1505InAParameterDefault {
  @activity() async get(): Promise<number> {
    return 1;
  }

  @workflow()
  async run(first: unknown = this.get(), { second = sleep(1) }: { second?: unknown } = {}): Promise<unknown[]> {
    return [first, second];
  }
}
