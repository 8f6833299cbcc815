import { activity, sleep, workflow } from 'hopline';

type Named = { name: string };

export class FunctionNamesThroughChoices {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(yes: boolean): Promise<unknown[]> {
    const names: string[] = [];
    const none: Named = { name: 'none' };
    const chosen: Named = yes ? () => 1 : await this.give(none);
    names.push(chosen.name);
    const other: Named = (await this.give(yes)) ? function () {} : class {};
    names.push(other.name);
    const either: Named = (yes ? undefined : () => 1) ?? (await this.give(none));
    names.push(either.name);
    const written = yes ? function own() {} : await this.give(none);
    names.push(written.name);
    const box: { f?: Named } = {};
    (await this.give(yes), box).f ??= () => 1;
    names.push(box.f!.name);
    const { awaited = await this.give(1), byDefault = () => 4 } = {} as { byDefault?: Named; awaited?: number };
    names.push(byDefault.name, String(awaited));
    const [more = await this.give(1), inArray = class {}] = [] as unknown as [number?, Named?];
    names.push(inArray.name, String(more));
    await sleep(1);
    return names;
  }
}

export const runs = [true, false].map((yes) => ({ method: 'run', args: [yes] }));
