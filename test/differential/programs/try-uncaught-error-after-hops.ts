import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Uncaught {
  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(steps: number): Promise<string> {
    for (let i = 0; i < steps; i++) await sleep(i);
    try {
      await this.fail('final');
    } finally {
      host.note('cleaning', steps);
      await sleep('1m');
    }
    return 'never';
  }
}

export const runs = [0, 2].map((steps) => ({ method: 'run', args: [steps] }));
