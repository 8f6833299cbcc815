import { activity, sleep, workflow } from 'hopline';

export class LaterFunctionStateAlias {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const f: { (): number; count?: number } = () => 1;
    const g = f;
    g.count = 5;
    await sleep(1);
    return [f(), f.count];
  }
}

export const runs = [{ method: 'run', args: [1] }];
