import { activity, sleep, workflow } from 'hopline';
import { defineMachine, nameTable } from '../../../runtime/protocol/machine.ts';
import { host } from '../harness/host.ts';

/** What a person would write for countdown.ts in the place of the compiler. */
export class Countdown {
  @activity()
  async call(left: number): Promise<string> {
    if (left === 2) throw new RangeError(`two is refused`);
    return `${left} left`;
  }

  @workflow()
  async count(from: number): Promise<unknown> {
    await sleep(from);
    throw new Error('the method as written never runs');
  }

  static {
    defineMachine(this, 'Countdown', {
      format: 1,
      name: 'Countdown.count',
      method: 'count',
      hash: 'c0',
      file: 'countdown.ts',
      workflow: true,
      repeatableAfterStart: false,
      inlineAfterStart: false,
      states: nameTable({
        sleep: { operation: 'sleep', hash: 's0', line: 18, repeatableAfter: true, inlineAfter: false },
        call: {
          operation: 'activity',
          hash: 's1',
          line: 20,
          repeatableAfter: false,
          inlineAfter: false,
          activity: { name: 'call', of: (self: object) => self, key: 'call' },
        },
      }),
      run(_self, frame, resume) {
        let { heard, alias, left } = frame.locals as { heard: string[]; alias: { heard: string[] }; left: number };
        switch (frame.state) {
          case 'start':
            left = (frame.locals['args'] as [number])[0];
            heard = [];
            alias = { heard };
            break;
          case 'sleep':
            return { kind: 'suspend', state: 'call', args: [left], locals: { heard, alias, left }, repeatable: true };
          case 'call':
            if (resume.kind === 'value') heard.push(resume.value as string);
            else if (resume.kind === 'error')
              heard.push(resume.error instanceof RangeError ? resume.error.message : 'unknown');
            left -= 1;
            break;
        }
        if (!(left > 0))
          return { kind: 'return', value: { same: alias.heard === heard, heard }, repeatable: frame.state !== 'start' };
        host.note('before', left);
        return { kind: 'suspend', state: 'sleep', args: ['1m'], locals: { heard, alias, left }, repeatable: false };
      },
    });
  }
}

export const runs = [
  { method: 'count', args: [0] },
  { method: 'count', args: [3] },
];
