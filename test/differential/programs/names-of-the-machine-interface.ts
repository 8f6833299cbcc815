import { activity, sleep, workflow } from 'hopline';

export class Interface {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async start(kind: string): Promise<unknown[]> {
    const suspend = await this.give('suspend');
    const value = 'value';
    const error = 'error';
    const defineMachine = 'defineMachine';
    const nameTable = 'nameTable';
    let repeatable = true;
    await sleep(1);
    const hash = 'hash';
    const call = 'call';
    const args = [kind, suspend];
    repeatable = await this.give(false);
    const result = 'result';
    const v = 'v';
    await sleep(2);
    return [kind, suspend, value, error, defineMachine, nameTable, repeatable, hash, call, args, result, v];
  }
}

export const runs = [{ method: 'start', args: ['k'] }];
