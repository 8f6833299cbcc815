import { activity, sleep, workflow } from 'hopline';

export class ClosuresOfSeveralKindsBetweenHops {
  readonly scale = 3;
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const out: unknown[] = [];
    out.push([1, 2].map((x) => x * this.scale));
    out.push(
      [3, 4].map(function (x) {
        return x + n;
      }),
    );
    const object = {
      add: (x: number) => x + n,
      sub(x: number) {
        return x - n;
      },
    };
    out.push(object.add(1), object.sub(1));
    await sleep(1);
    out.push(
      (function self(x: number): number {
        return x < 2 ? 1 : x * self(x - 1);
      })(n),
    );
    out.push([
      ...(function* () {
        yield n;
        yield* [n + 1];
      })(),
    ]);
    out.push(
      await (async (x: number) => {
        await null;
        return x * 2;
      })(n),
    );
    const sorted = ['b', 'a'].sort((a, b) => (a < b ? -1 : 1));
    out.push(sorted, await this.give(sorted.map((each, index) => `${each}${index}${n}`)));
    return out;
  }
}

export const runs = [4].map((n) => ({ method: 'run', args: [n] }));
