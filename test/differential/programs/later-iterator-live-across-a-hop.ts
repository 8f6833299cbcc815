import { activity, sleep, workflow } from 'hopline';

export class LiveIterator {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(map: Map<string, number>): Promise<unknown[]> {
    const iterator = map.entries();
    const first = iterator.next().value;
    await sleep(1);
    return [first, iterator.next().value, [...iterator]];
  }
}

export const runs = [
  {
    method: 'run',
    args: [
      new Map([
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ]),
    ],
  },
];
