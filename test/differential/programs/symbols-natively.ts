import { activity, sleep, workflow } from 'hopline';

const marker = Symbol('marker');

export class Symbols {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const tagged = { [marker]: 1, plain: 2 };
    const out: unknown[] = [tagged[marker], Object.keys(tagged)];
    await sleep(1);
    const again = { [marker]: await this.give(3) };
    out.push(again[marker], marker.description, typeof Symbol.iterator);
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
