import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Nothing {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(text: string | undefined): Promise<unknown[]> {
    return [
      text?.slice(host.note('evaluated', 0)),
      text?.slice(await this.give(1)).at(host.note('second', 0)),
      (await this.give(text))?.concat(await this.give('!')) ?? 'nothing',
      text?.[host.note('key', 0)]?.[await this.give('length' as const)],
    ];
  }
}

export const runs = [undefined, 'abc'].map((text) => ({ method: 'run', args: [text] }));
