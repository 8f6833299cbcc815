import { activity, sleep, workflow } from 'hopline';

export class Hoisting {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(flag: boolean): Promise<unknown[]> {
    const out: unknown[] = [typeof early, early];
    if (flag) {
      {
        var early: string | undefined = await this.give('set');
        for (var i = 0; i < 2; i++) var deep = await this.give(i);
      }
    }
    try {
      var inTry = await this.give('try');
    } catch {}
    out.push(early, i!, deep!, inTry!);
    var early: string | undefined;
    out.push(early);
    await sleep(1);
    var repeated = 1;
    var repeated = 2;
    out.push(early, repeated);
    return out;
  }
}

export const runs = [
  { method: 'run', args: [true] },
  { method: 'run', args: [false] },
];
