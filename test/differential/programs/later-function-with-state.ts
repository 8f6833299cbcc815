import { sleep, workflow } from 'hopline';

export class FunctionState {
  @workflow()
  async run(): Promise<unknown> {
    const counter = () => 1;
    (counter as unknown as { count: number }).count = 5;
    await sleep(1);
    return (counter as unknown as { count: number }).count + counter();
  }

  @workflow()
  async assigned(): Promise<unknown> {
    const counter = () => 1;
    Object.assign(counter, { count: 5 });
    await sleep(1);
    return (counter as unknown as { count: number }).count + counter();
  }
}

export const runs = [{ method: 'run', args: [] }];
