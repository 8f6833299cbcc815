import { activity, sleep, workflow } from 'hopline';

export class BeforeItsTime {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async early(): Promise<unknown> {
    const seen: unknown[] = [];
    const answer = () => (compute ? compute() : 'none');
    await sleep(1);
    seen.push(answer());
    var compute = () => 'made';
    await sleep(2);
    seen.push(answer(), compute.name);
    return seen;
  }

  @workflow()
  async inALoop(): Promise<unknown> {
    const seen: unknown[] = [];
    for (const n of [1, 2]) {
      // @ts-expect-error It has none yet, says TypeScript.
      seen.push(typeof compute);
      await sleep(n);
      var compute = (x: number) => 2 * x;
      seen.push(compute(await this.give(n)));
    }
    return seen;
  }
}

export const runs = ['early', 'inALoop'].map((method) => ({ method, args: [] }));
