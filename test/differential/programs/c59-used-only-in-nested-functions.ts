import { activity, sleep, workflow } from 'hopline';

export class OnlyNested {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(a: number, b: string, c: number[]): Promise<unknown[]> {
    const offset = a * 2;
    const skip = b.length;
    await sleep(1); // live: b, c, offset, skip
    const inner = () => () => offset + c.length;
    const value = inner()();
    const text = new (class {
      text = b + skip;
    })().text;
    const object = {
      get sum() {
        return c.reduce((x, y) => x + y, offset);
      },
      [`key ${skip}`]: typeof b,
    };
    const sum = object.sum;
    await sleep(2); // live: sum, text, value
    return [value, text, sum];
  }
}

export const runs = [{ method: 'run', args: [1, 'xy', [1, 2, 3]] }];
