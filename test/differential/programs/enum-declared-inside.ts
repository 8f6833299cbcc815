import { activity, sleep, workflow } from 'hopline';

export class LocalEnum {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    enum Size {
      Small = 1,
      Large = 10,
    }
    const enum Fixed {
      Only = 'only',
    }
    const size = n > 5 ? Size.Large : Size.Small;
    const name = Size[size];
    await sleep(1);
    return [size, name, Fixed.Only, Size.Large, Size[1], await this.give(size)];
  }
}

export const runs = [1, 9].map((n) => ({ method: 'run', args: [n] }));
