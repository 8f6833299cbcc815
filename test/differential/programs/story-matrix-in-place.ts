import { activity, workflow } from 'hopline';

export class Matrix {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(size: number): Promise<number[][]> {
    const grid = Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => y * size + x));
    for (let y = 0; y < size; y++) {
      for (let x = y + 1; x < size; x++) {
        [grid[y]![x], grid[x]![y]] = [await this.give(grid[x]![y]!), await this.give(grid[y]![x]!)];
      }
    }
    let sum = 0;
    for (const row of grid) for (const cell of row) sum += cell > 2 ? await this.give(cell) : cell;
    grid.push([sum]);
    return grid;
  }
}

export const runs = [0, 1, 3].map((size) => ({ method: 'run', args: [size] }));
