import { activity, workflow } from 'hopline';

export class Search {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async find(rows: number[][], wanted: number): Promise<[number, number] | null> {
    for (const [y, row] of Object.entries(rows)) {
      for (let x = 0; x < row.length; x++) {
        if ((await this.give(row[x])) === wanted) return [x, Number(y)];
      }
    }
    return null;
  }
}

export const runs = [
  {
    method: 'find',
    args: [
      [
        [1, 2],
        [3, 4],
      ],
      3,
    ],
  },
  {
    method: 'find',
    args: [
      [
        [1, 2],
        [3, 4],
      ],
      9,
    ],
  },
  { method: 'find', args: [[], 1] },
];
