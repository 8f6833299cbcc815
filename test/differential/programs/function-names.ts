import { activity, sleep, workflow } from 'hopline';

export class Names {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const names: unknown[] = [];
    const arrow = () => 1;
    names.push(arrow.name);
    {
      const arrow = function () {
        return 2;
      };
      await sleep(1);
      names.push(arrow.name, arrow.length);
    }
    await sleep(2);
    names.push(arrow.name);
    let late;
    late = () => 3;
    names.push(late.name);
    const { byDefault = () => 4 } = {} as { byDefault?: () => number };
    names.push(byDefault.name);
    const Local = class {};
    names.push(Local.name, class Named {}.name, { method() {} }.method.name, { [`key`]: () => 5 }.key!.name);
    const object = { before: await this.give(1), inner: () => 6, ['computed']: () => 7 };
    names.push(object.inner.name, object.computed.name);
    return names;
  }
}

export const runs = [{ method: 'run', args: [] }];
