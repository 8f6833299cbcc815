import { activity, sleep, workflow } from 'hopline';

export class Tape {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(tape: string): Promise<string> {
    let out = '';
    outer: for (let round = 0; round < 3; round++) {
      for (let at = 0; at < tape.length; at++) {
        switch (tape[at]) {
          case 'b':
            break;
          case 'c':
            continue;
          case 'C':
            await sleep(1);
            continue outer;
          case 'B':
            break outer;
          case 'r':
            return `${out}returned`;
          case 't':
            switch (await this.give(round)) {
              case 0:
                out += 'zero ';
                break;
              default:
                continue outer;
            }
        }
        out += `${tape[at]}${round} `;
      }
      out += '| ';
    }
    return out;
  }
}

export const runs = ['abcd', 'aCb', 'atB', 'tr', ''].map((tape) => ({ method: 'run', args: [tape] }));
