import { activity, workflow } from 'hopline';

export class While {
  @activity() async isPaid(attempt: number): Promise<boolean> {
    return attempt > 2;
  }

  @workflow()
  async run(): Promise<number> {
    let attempt = 0;
    while (!(await this.isPaid(attempt))) {
      attempt += 1;
      if (attempt > 5) break;
    }
    return attempt;
  }
}

export const runs = [{ method: 'run', args: [] }];
