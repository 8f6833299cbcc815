import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class OptionalCall {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  readonly hooks: { before?: (n: number) => number; after?: (n: number) => number } = { before: (n) => n * 2 };

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const out: unknown[] = [];
    out.push(this.hooks.before?.(await this.give(n)));
    out.push(this.hooks.after?.(await this.give(host.note('not evaluated', n))));
    const text = n > 0 ? 'text' : undefined;
    out.push(text?.at?.(await this.give(0))?.toUpperCase());
    out.push((await this.give([n] as number[] | null))?.map?.((each) => each + 1)?.[await this.give(0)]);
    return out;
  }
}

export const runs = [0, 3].map((n) => ({ method: 'run', args: [n] }));
