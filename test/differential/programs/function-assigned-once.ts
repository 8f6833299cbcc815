import { activity, sleep, workflow } from 'hopline';

export class AssignedOnce {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(wanted: boolean): Promise<unknown> {
    let next: () => number;
    let report: ((text: string) => string) | undefined;
    {
      let count = 0;
      next = () => ++count;
      await sleep(1);
      next();
    }
    if (wanted) {
      await sleep(2);
      report = (text) => `${text} ${next()}`;
    }
    await sleep(3);
    const seen: unknown[] = [typeof report, report?.(await this.give('told')), report?.name, next()];
    for (const n of [1, 2]) {
      let times: ((x: number) => number) | undefined;
      seen.push(typeof times);
      await sleep(4);
      times = (x) => x * n;
      seen.push(times(await this.give(3)));
      let more: () => number;
      {
        const twice = 2 * n;
        more = () => twice + n;
        await sleep(5);
      }
      seen.push(more());
    }
    return seen;
  }
}

export const runs = [true, false].map((wanted) => ({ method: 'run', args: [wanted] }));
