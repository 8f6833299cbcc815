import { activity, sleep, workflow } from 'hopline';

export class Globals {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const Map = 'map';
    const Promise = 'promise';
    let Object = await this.give('object');
    const Symbol = 'symbol';
    const Array = 'array';
    const Error = 'error';
    const undefined = void 0;
    const globalThis = 'global';
    const TypeError = 'type';
    const Number = 'number';
    await sleep(1);
    for (const [key, value] of [['a', 1]] as const) {
      Object += key + value;
      await sleep(2);
    }
    for (const key in { x: 1 }) {
      Object += key;
      await sleep(3);
    }
    const { a, ...rest } = await this.give({ a: 1, b: 2 });
    return [Map, Promise, Object, Symbol, Array, Error, undefined, globalThis, TypeError, Number, a, rest];
  }
}

export const runs = [{ method: 'run', args: [] }];
