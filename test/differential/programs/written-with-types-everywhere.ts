import { activity, sleep, workflow } from 'hopline';

type Pair<T> = readonly [T, T];

export class Typed {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  get<T extends object, K extends keyof T>(value: T, key: K): T[K] {
    return value[key];
  }

  @workflow()
  async run(n: number, optional?: number): Promise<unknown[]> {
    interface Local {
      readonly value: number;
    }
    type Alias = Local | undefined;
    let late!: number;
    const local: Local = { value: await this.give<number>(n) };
    const pair = [n as number, (await this.give(1)) as number] as const satisfies Pair<number>;
    await sleep(1 as number);
    late = local!.value;
    const maybe = (await this.give<Alias>({ value: 2 }))!;
    const picked = this.get<Local, 'value'>(maybe, 'value');
    const generic = <U>(value: U): U => value;
    for (const [key, value] of Object.entries({ a: 1 }) as [string, number][])
      late += value + key.length + (await this.give(0));
    return [late, pair, picked, generic<number>(n), optional, <number>late];
  }
}

export const runs = [
  { method: 'run', args: [3] },
  { method: 'run', args: [3, 4] },
];
