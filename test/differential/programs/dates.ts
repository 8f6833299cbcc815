import { activity, sleepUntil, workflow } from 'hopline';

export class Dates {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(start: Date): Promise<unknown[]> {
    const due = new Date(start.getTime() + 86_400_000);
    const same = due;
    await sleepUntil(due);
    due.setUTCHours(0);
    await sleepUntil('2027-01-01T00:00:00Z');
    return [due, same === due, due.toISOString(), start < due, await this.give(new Date(NaN)), due instanceof Date];
  }
}

export const runs = [{ method: 'run', args: [new Date('2026-11-30T10:00:00Z')] }];
