import { sleep, workflow } from 'hopline';

function tag(f: { mark?: string }): void {
  f.mark = 'seen';
}

export class FunctionStateByFunction {
  @workflow()
  async run(n: number): Promise<unknown> {
    const f: { (): number; mark?: string } = () => n;
    tag(f);
    await sleep(1);
    return [f(), f.mark];
  }
}

export const runs = [{ method: 'run', args: [1] }];
