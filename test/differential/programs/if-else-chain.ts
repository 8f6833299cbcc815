import { activity, sleep, workflow } from 'hopline';

export class Grading {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async grade(points: number): Promise<string> {
    let note = '';
    if ((await this.give(points)) > 90) {
      await sleep('1s');
      note = 'best';
    } else if (points > 50 && (await this.give(points % 2)) === 1) {
      note = 'odd';
    } else if (points < 0) {
      return 'refused';
    } else {
      await sleep('2s');
      note = await this.give('rest');
    }
    return `${note}: ${points}`;
  }
}

export const runs = [95, 61, 60, -1, 10].map((points) => ({ method: 'grade', args: [points] }));
