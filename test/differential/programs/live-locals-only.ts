import { activity, sleep, workflow } from 'hopline';

export class Live {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(input: { id: string; size: number }): Promise<string> {
    const { id, size } = input;
    const unused = await this.give('x'); // live: id, size
    const label = `${id}-${unused}`;
    await sleep(1); // live: label, size
    let text = label;
    if (size > 1) {
      const extra = await this.give(size); // live: text
      text += extra;
      await sleep(2); // live: text
    }
    const last = text.length;
    await sleep(3); // live: last
    return String(last);
  }
}

// every slot is missed
export const runs = [
  { method: 'run', args: [{ id: 'a', size: 1 }] },
  { method: 'run', args: [{ id: 'b', size: 2 }] },
];
