import { activity, sleep, workflow } from 'hopline';

export class Ledger {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(mode: string): Promise<unknown[]> {
    const map = new Map([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    const seen: unknown[] = [];
    for (const [key, value] of map) {
      seen.push(key, value);
      await sleep(1);
      if (mode === 'delete next' && key === 'a') map.delete('b');
      if (mode === 'delete self') map.delete(key);
      if (mode === 're-add' && seen.length < 12) {
        map.delete(key);
        map.set(key, value + 10);
      }
      if (mode === 'add' && map.size < 6) map.set(`${key}${key}`, value * 2);
      if (mode === 'clear' && key === 'b') {
        map.clear();
        map.set('z', 26);
      }
      if (mode === 'delete before' && key === 'b') map.delete('a');
    }
    return [...seen, map];
  }
}

export const runs = ['', 'delete next', 'delete self', 're-add', 'add', 'clear', 'delete before'].map((mode) => ({
  method: 'run',
  args: [mode],
}));
