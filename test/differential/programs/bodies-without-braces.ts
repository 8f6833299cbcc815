import { activity, workflow } from 'hopline';

export class Terse {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<string[]> {
    const out: string[] = [];
    for (let i = 0; i < n; i++)
      if (i % 2) out.push(await this.give(`odd ${i}`));
      else if (i === 2) continue;
      else out.push(`even ${i}`);
    while (out.length < n) out.push(await this.give('fill'));
    do out.pop();
    while ((await this.give(out.length)) > 2);
    if (out.length)
      if (await this.give(n > 3)) out.push('large');
      else out.push('small');
    return out;
  }
}

export const runs = [0, 1, 2, 3, 4, 6].map((n) => ({ method: 'run', args: [n] }));
