import { sleep, workflow } from 'hopline';

export class FunctionOfAnotherTime {
  @workflow()
  async twice(): Promise<unknown> {
    var compute = () => 'one';
    await sleep(1);
    const first = compute();
    var compute = () => 'two';
    await sleep(2);
    return [first, compute()];
  }

  @workflow()
  async ofAnEarlierIteration(): Promise<unknown> {
    const seen: unknown[] = [];
    for (let i = 0; i < 3; i++) {
      if (i === 0) {
        await sleep(1);
        var compute = () => i;
      }
      await sleep(2);
      seen.push(compute!());
    }
    return seen;
  }
}

export const runs = ['twice', 'ofAnEarlierIteration'].map((method) => ({ method, args: [] }));
