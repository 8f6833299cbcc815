import { activity, workflow } from 'hopline';

export class LabelledJumps {
  @activity() async look(row: number, column: number): Promise<string> {
    return row === 1 && column === 1 ? 'wall' : row === 2 && column === 0 ? 'exit' : 'floor';
  }

  @workflow()
  async run(): Promise<string[]> {
    const path: string[] = [];
    maze: {
      rows: for (let row = 0; row < 4; row += 1) {
        for (let column = 0; column < 3; column += 1) {
          const found = await this.look(row, column);
          if (found === 'wall') continue rows;
          if (found === 'exit') break maze;
          path.push(`${row}/${column}`);
        }
      }
      path.push('lost');
    }
    return path;
  }
}

export const runs = [{ method: 'run', args: [] }];
