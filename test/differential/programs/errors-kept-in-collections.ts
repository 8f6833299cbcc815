import { activity, sleep, workflow } from 'hopline';

export class Kept {
  @activity()
  async attempt(name: string): Promise<string> {
    if (name.startsWith('bad')) throw Object.assign(new RangeError(name), { at: { name } });
    return name;
  }

  @workflow()
  async run(names: string[]): Promise<unknown[]> {
    const failures = new Map<string, unknown>();
    let last: unknown;
    for (const name of names) {
      try {
        await this.attempt(name);
      } catch (error) {
        failures.set(name, error);
        last = error;
      }
      await sleep(1);
    }
    const isLast = [...failures.values()].at(-1) === last;
    try {
      if (last) throw last;
    } catch (error) {
      await sleep(2);
      return [isLast, error === last, failures.get('bad2') === error, (error as { at: object }).at, failures.size];
    }
    return [isLast, failures.size];
  }
}

export const runs = [
  { method: 'run', args: [['a', 'bad1', 'b', 'bad2']] },
  { method: 'run', args: [['a']] },
];
