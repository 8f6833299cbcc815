import { activity, sleep, workflow } from 'hopline';
import { Patient } from './lib/helper-bases.ts';
import { all, patiently, rest as relax } from './lib/waiting-barrel.ts';
import rest, { Late, untilDone } from './lib/waiting.ts';
import * as waiting from './lib/waiting.ts';

export class FunctionsOfOtherModulesThatSuspend extends Patient {
  @activity() async send(text: unknown): Promise<string> {
    return `sent ${String(text)}`;
  }

  @workflow()
  async imported(): Promise<unknown> {
    const one = await untilDone('one', 3);
    const two = await patiently('two', 5);
    return [one, two, await rest(1), await relax(2), await waiting.untilDone('three', 4), await all.steps.pack(3)];
  }

  @workflow()
  async late(): Promise<unknown> {
    try {
      return await untilDone('late', 1);
    } catch (error) {
      await sleep('1h');
      return [error instanceof Late, (error as Error).message, await this.send('late')];
    }
  }

  @workflow()
  async inherited(): Promise<unknown> {
    return [await this.rest(2), await this.template(7), await Patient.idle(1), await Patient.idle(2)];
  }

  protected override async step(n: number): Promise<string> {
    const sent = await this.send(n);
    await sleep('2m');
    const below = await super.step(n + 1);
    return `derived ${sent} ${below}`;
  }
}

export const runs = [
  { method: 'imported', args: [] },
  { method: 'late', args: [] },
  { method: 'inherited', args: [] },
];
