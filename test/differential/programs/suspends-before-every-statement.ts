import { activity, sleep, workflow } from 'hopline';

export class Slow {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(a: number, b: number): Promise<string> {
    await sleep(1);
    let text = 'start';
    await sleep(2);
    const sum = a + b;
    await sleep(3);
    text += sum;
    await sleep(4);
    {
      await sleep(5);
      const sum = 'inner';
      await sleep(6);
      text += sum;
      await sleep(7);
    }
    await sleep(8);
    if (sum > 3) {
      await sleep(9);
      text += '!';
      await sleep(10);
    }
    await sleep(11);
    return text;
  }
}

export const runs = [
  { method: 'run', args: [1, 1] },
  { method: 'run', args: [2, 2] },
];
