import { activity, workflow } from 'hopline';

export class ForInLabelsAndReturn {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(table: Record<string, Record<string, number>>): Promise<string> {
    let path = '';
    rows: for (const row in table) {
      for (const cell in table[row]) {
        const value = table[row]![cell]!;
        if (value === 0) continue rows;
        if (value < 0) break rows;
        if (value === 99) return `${path}99`;
        path += await this.give(`${row}${cell}${value} `);
      }
      path += '; ';
    }
    return path;
  }
}

export const runs = [
  { method: 'run', args: [{ a: { x: 1, y: 2 }, b: { x: 0, y: 3 }, c: { x: 4 } }] },
  { method: 'run', args: [{ a: { x: 1, y: -1 }, b: { x: 2 } }] },
  { method: 'run', args: [{ a: { x: 1 }, b: { x: 99 } }] },
];
