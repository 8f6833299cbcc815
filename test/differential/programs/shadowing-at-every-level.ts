import { activity, sleep, workflow } from 'hopline';

export class Shadows {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(x: number): Promise<unknown[]> {
    const out: unknown[] = [x];
    {
      let x = await this.give('block');
      out.push(x);
      {
        const x = { deep: await this.give(1) };
        await sleep(1);
        out.push(x);
      }
      for (let x = 0; x < 2; x++) {
        await sleep(x);
        out.push(x);
        const inner = [5].map((x) => x * 2);
        out.push(inner);
      }
      for (const x of ['of']) out.push(await this.give(x));
      for (const x in { in: 1 }) out.push(await this.give(x));
      try {
        throw 'thrown';
      } catch (x) {
        await sleep(2);
        out.push(x);
      }
      x += '!';
      out.push(x);
    }
    switch (x) {
      case 1:
        let x = await this.give('switch');
        out.push(x);
    }
    out.push(x);
    return out;
  }
}

export const runs = [{ method: 'run', args: [1] }];
