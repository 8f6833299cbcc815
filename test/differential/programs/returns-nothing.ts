import { sleep, workflow } from 'hopline';

export class Quiet {
  @workflow()
  async fallOff(n: number): Promise<void> {
    if (n > 1) return void (await sleep(1));
    await sleep(2);
  }

  @workflow()
  async never(): Promise<undefined> {
    return undefined;
  }

  @workflow()
  async empty(): Promise<void> {}
}

export const runs = [
  { method: 'fallOff', args: [1] },
  { method: 'fallOff', args: [2] },
  { method: 'never', args: [] },
  { method: 'empty', args: [] },
];
