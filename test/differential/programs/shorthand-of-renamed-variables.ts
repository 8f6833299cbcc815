import { activity, sleep, workflow } from 'hopline';

export class Shorthand {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(value: number): Promise<unknown[]> {
    const out: unknown[] = [{ value }];
    {
      let value = await this.give('inner');
      let other = 1;
      const box = { rest: {} };
      out.push({ value, other, nested: { value } });
      await sleep(1);
      ({ value, other } = { value: 'assigned', other: 2 });
      out.push({ value }, other);
      ({ value = await this.give('default'), ...box.rest } = {} as { value?: string });
      out.push([value], ((value: number) => ({ value }))(9), { value: 1, [value]: value, get: () => value }.get());
      const read = () => ({ value, other });
      out.push(read());
      value: for (const value of [5]) {
        out.push({ value });
        await sleep(2);
        break value;
      }
      await sleep(3);
      out.push({ value }, typeof value, `${value}`, value.value, class extends (value ? Object : Array) {}.name);
    }
    out.push({ value });
    return JSON.parse(JSON.stringify(out)) as unknown[];
  }
}

declare global {
  interface String {
    readonly value: undefined;
  }
}

export const runs = [{ method: 'run', args: [1] }];
