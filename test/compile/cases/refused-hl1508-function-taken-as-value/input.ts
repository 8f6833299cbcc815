import { sleep, workflow } from 'hopline';

async function wait(days: number): Promise<number> {
  await sleep({ days });
  return days;
}

const steps = {
  async pack(n: number): Promise<number> {
    await sleep('1h');
    return n;
  },
};

async function through(work: (n: number) => Promise<number>): Promise<number> {
  return work(1);
}

export class Hl1508FunctionTakenAsValue {
  @workflow()
  async run(): Promise<unknown> {
    const all = [1, 2].map(wait);
    const table = { wait, pack: steps.pack };
    return [await wait(1), all.length, table, await through(wait)];
  }
}
