import { activity, sleep, workflow } from 'hopline';

export class Generated {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(frame: string): Promise<unknown[]> {
    const $pc = 1;
    const state = 'state';
    let $t0 = await this.give('t0');
    const resume = { kind: 'value', value: 'mine' };
    const locals = [$pc];
    const self = 'self';
    const args = ['args'];
    let pc = 0;
    let block = 0;
    let stop = 'stop';
    const handler = 'handler';
    const machine = 'machine';
    const _ = '_';
    const $ = '$';
    const $$ = '$$';
    await sleep(1);
    pc += 1;
    block += await this.give(2);
    $t0 += stop;
    return [$pc, state, $t0, resume, locals, self, args, pc, block, stop, handler, machine, _, $, $$, frame];
  }
}

export const runs = [{ method: 'run', args: ['frame'] }];
