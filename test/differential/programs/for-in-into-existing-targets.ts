import { activity, sleep, workflow } from 'hopline';

export class Assigned {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(source: Record<string, number>): Promise<unknown> {
    let key = 'before';
    const box: { last: string; all: string[] } = { last: '', all: [] };
    for (key in source) await sleep(source[key]!);
    for (box.last in source) box.all.push(await this.give(box.last));
    for (var leaked in source) await sleep(2);
    // @ts-expect-error TypeScript cannot know that the loop ran.
    return { key, box, leaked };
  }
}

export const runs = [
  { method: 'run', args: [{ x: 1, y: 2 }] },
  { method: 'run', args: [{}] },
];
