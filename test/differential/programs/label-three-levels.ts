import { activity, workflow } from 'hopline';

export class Grid {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(stopAt: string): Promise<string[]> {
    const seen: string[] = [];
    planes: for (let x = 0; x < 3; x++) {
      rows: for (let y = 0; y < 3; y++) {
        for (let z = 0; z < 3; z++) {
          const at = `${x}${y}${z}`;
          seen.push(at);
          if (at === stopAt) break planes;
          if (z > y) continue rows;
          if (x === 1) continue planes;
          if (y === 2 && z === 1) break rows;
          await this.give(at);
        }
        seen.push('row');
      }
      seen.push('plane');
    }
    return seen;
  }
}

export const runs = ['', '011', '200', '221'].map((stopAt) => ({ method: 'run', args: [stopAt] }));
