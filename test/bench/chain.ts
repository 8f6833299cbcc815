import { activity, workflow } from 'hopline';

/** The workflow that is measured: one activity for each turn of a loop, and a local that grows no larger. */
export class Chain {
  @activity()
  async step(index: number): Promise<number> {
    return index;
  }

  /** A chain without a sleep is what the brake on runaways is for; here it is meant. */
  @workflow({ maxHopsPerHour: 10_000_000 })
  async run(steps: number): Promise<number> {
    let sum = 0;
    for (let index = 0; index < steps; index += 1) sum += await this.step(index);
    return sum;
  }
}
