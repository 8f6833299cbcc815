import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

type Undo = { name: string; id: string };

export class Travel {
  @activity()
  async book(name: string): Promise<string> {
    if (name === 'full') throw new Error(`${name}: no seats`);
    return `${name}-1`;
  }

  @activity()
  async cancel(undo: Undo): Promise<void> {
    if (undo.name === 'sticky' && host.count('sticky') === 0) throw new Error('try again');
    host.note('cancelled', undo.id);
  }

  @workflow()
  async run(names: string[]): Promise<unknown> {
    const undo: Undo[] = [];
    try {
      for (const name of names) {
        const id = await this.book(name);
        undo.unshift({ name, id });
      }
    } catch (error) {
      const failures: string[] = [];
      for (const step of undo) {
        for (let tries = 0; ; tries++) {
          try {
            await this.cancel(step);
            break;
          } catch (inner) {
            failures.push(`${step.id} ${(inner as Error).message}`);
            await sleep(2 ** tries * 1000);
          }
        }
      }
      return { failed: (error as Error).message, failures };
    }
    return { booked: undo.map(({ id }) => id) };
  }
}

export const runs = [['a', 'b'], ['a', 'sticky', 'full', 'c'], ['full'], []].map((names) => ({
  method: 'run',
  args: [names],
}));
