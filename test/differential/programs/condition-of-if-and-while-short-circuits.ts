import { activity, workflow } from 'hopline';

export class ConditionOfIfAndWhileShortCircuits {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<string> {
    let log = '';
    if ((n > 0 && (await this.give(n > 1))) || (n < -1 && !(await this.give(false)))) log += 'if ';
    else log += 'else ';
    while (n-- > 0 && (await this.give(n)) !== 1) log += `${n} `;
    for (let i = 0; i < 3 && !(i === 2 && (await this.give(true))); i++) log += `i${i} `;
    return log;
  }
}

export const runs = [-5, 0, 1, 2, 4].map((n) => ({ method: 'run', args: [n] }));
