import { activity, sleep, workflow } from 'hopline';

function tag(strings: TemplateStringsArray, ...values: unknown[]): string {
  return `${strings.join('|')} ${strings.raw.join('|')} ${JSON.stringify(values)}`;
}

export class Tagged {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<string[]> {
    const first = tag`a${n}b\n${n + 1}`;
    await sleep(1);
    return [first, tag`x${await this.give(n)}y${n}z${await this.give(2)}`, tag``, tag`${[n]}`];
  }
}

export const runs = [{ method: 'run', args: [5] }];
