import { activity, sleep, workflow } from 'hopline';

interface Item {
  id: number;
  tags: string[];
}

export class LiveLoops {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(items: Item[], prefix: string): Promise<string[]> {
    const out: string[] = [];
    const end = `${prefix}!`;
    for (const { id, tags } of items) {
      await sleep(id); // live: id, out, prefix, tags, end
      let count = 0;
      for (const tag of tags) {
        count++;
        const text = await this.give(tag); // live: count, id, out, prefix, end
        out.push(text + id);
        if (count > 1) break;
      }
      switch (
        await this.give(count) // live: out, prefix, end
      ) {
        case 1:
          await sleep(1); // live: out, prefix, end
        case 2: {
          const last = out.at(-1)!;
          await sleep(2); // live: last, out, prefix, end
          out.push(prefix + last);
        }
      }
    }
    await sleep(end.length); // live: out
    return out;
  }
}

export const runs = [
  {
    method: 'run',
    args: [
      [
        { id: 1, tags: ['a'] },
        { id: 2, tags: ['b', 'c', 'd'] },
        { id: 3, tags: [] },
      ],
      'p',
    ],
  },
];
