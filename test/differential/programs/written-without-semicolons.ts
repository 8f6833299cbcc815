import { activity, sleep, workflow } from 'hopline';

// prettier-ignore
export class NoSemicolons {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    let a = await this.give(n)
    let b = 2
    ;[a, b] = [b, a]
    ;(await this.give([1, 2])).forEach((x) => (a += x))
    const list = [a]
    ;`${await this.give('t')}`.length
    let c = a
    ++b
    if (b > 1) list.push(await this.give(c))
    else list.push(0)
    do b--
    while (b > 0 && await this.give(true))
    const f = () => n
    await sleep(1)
    return [a, b, c, list, f()]
  }
}

export const runs = [{ method: 'run', args: [5] }];
