import { activity, sleep, workflow } from 'hopline';

export class Identity {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const key = { id: 1 };
    const other = { id: 1 };
    const map = new Map<object, string>([
      [key, 'mine'],
      [other, 'other'],
    ]);
    const seen = new Set<object>([key, map]);
    await sleep(1);
    map.set(key, `${map.get(key)}!`);
    await sleep(2);
    return [map.get(key), map.get(other), map.get({ id: 1 }), map.size, seen.has(key), seen.has(map), seen.has(other)];
  }
}

// every slot is missed
export const runs = [{ method: 'run', args: [] }];
