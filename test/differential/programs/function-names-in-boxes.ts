import { activity, sleep, workflow } from 'hopline';

export class BoxedNames {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const names: unknown[] = [];
    for (let i = 0; i < n; i++) {
      const inner = () => i;
      const calls = () => inner();
      let set: () => number;
      set = () => i;
      const object = { method: () => i, 'quoted name': () => i };
      const Local = class {
        get(): number {
          return i;
        }
      };
      const { late = () => i } = {} as { late?: () => number };
      names.push(
        inner.name,
        calls.name,
        set.name,
        object.method.name,
        object['quoted name'].name,
        Local.name,
        late.name,
      );
      await sleep(i);
      names.push(inner.name, calls.name, Local.name, calls());
      const reader = () => names.length + inner();
      names.push((await this.give(reader())) + reader.length);
    }
    return names;
  }
}

export const runs = [{ method: 'run', args: [2] }];
