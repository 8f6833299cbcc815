import { activity, workflow } from 'hopline';

export class CallOrder {
  @activity() async get(name: string): Promise<number> {
    return name.length;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const log: string[] = [];
    const table = { add: (...numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) };
    const key = (name: 'add') => (log.push(name), name);
    const n = (value: number) => (log.push(String(value)), value);
    const sum = table[key('add')](n(1), await this.get('two'), n(4), ...[await this.get('seven'), n(8)]);
    return [sum, log];
  }
}

export const runs = [{ method: 'run', args: [] }];
