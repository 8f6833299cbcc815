import { activity, sleep, workflow } from 'hopline';

interface Input {
  user: { name: string; roles?: string[] };
  limits?: [number, number?];
  flags?: Record<string, boolean>;
}

export class Parameters {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(
    { user: { name, roles: [role = 'guest', ...others] = [] }, limits: [low, high = 10] = [1], ...rest }: Input,
    [first, , third = 'third'] = ['a', 'b'],
    ...more: number[]
  ): Promise<unknown[]> {
    await sleep(1);
    const before = [name, role, others, low, high, rest, first, third, more];
    name += await this.give('!');
    more.push(low);
    return [...before, name, more];
  }
}

export const runs = [
  { method: 'run', args: [{ user: { name: 'ann' } }] },
  {
    method: 'run',
    args: [{ user: { name: 'bo', roles: ['x', 'y', 'z'] }, limits: [2, 3], flags: { f: true } }, ['p', 'q', 'r'], 1, 2],
  },
];
