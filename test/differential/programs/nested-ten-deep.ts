import { activity, sleep, workflow } from 'hopline';

export class Deep {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<string> {
    let path = '';
    for (let a = 0; a < 2; a++) {
      if (a === n) continue;
      let b = 0;
      while (b < 2) {
        b++;
        try {
          switch (b) {
            case 1: {
              for (const c of [n, n + 1]) {
                do {
                  if (await this.give(c > 1)) {
                    block: {
                      try {
                        if (c === 3) break block;
                        path += `${a}${b}${c} `;
                        if (c === 2) throw new Error('two');
                      } catch {
                        path += 'caught ';
                        await sleep(1);
                      } finally {
                        path += 'f ';
                      }
                    }
                  }
                } while (false);
              }
              break;
            }
            default:
              path += 'd ';
          }
        } finally {
          await sleep(2);
          path += 'g ';
        }
      }
    }
    return path;
  }
}

export const runs = [0, 1, 2, 3].map((n) => ({ method: 'run', args: [n] }));
