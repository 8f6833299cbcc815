import { activity, sleep, workflow } from 'hopline';

type Op = ['push', number] | ['add'] | ['jumpIfLess', number, number] | ['wait'] | ['store', string] | ['halt'];

export class Interpreter {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(code: Op[]): Promise<unknown> {
    const stack: number[] = [];
    const memory: Record<string, number> = {};
    let at = 0;
    let steps = 0;
    execute: for (;;) {
      const op = code[at++];
      if (!op || ++steps > 50) break;
      switch (op[0]) {
        case 'push':
          stack.push(op[1]);
          break;
        case 'add':
          stack.push(await this.give(stack.pop()! + stack.pop()!));
          break;
        case 'jumpIfLess': {
          const [, limit, target] = op;
          if (stack.at(-1)! < limit) {
            at = target;
            continue execute;
          }
          break;
        }
        case 'store':
          memory[op[1]] = stack.at(-1)!;
        case 'wait':
          await sleep(steps);
          break;
        case 'halt':
          break execute;
      }
    }
    return { stack, memory, steps };
  }
}

export const runs = [
  {
    method: 'run',
    args: [[['push', 1], ['push', 2], ['add'], ['store', 'x'], ['jumpIfLess', 9, 1], ['halt'], ['wait']]],
  },
  { method: 'run', args: [[['wait']]] },
  { method: 'run', args: [[]] },
];
