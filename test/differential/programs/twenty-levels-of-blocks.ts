import { activity, sleep, workflow } from 'hopline';

export class Levels {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<string> {
    let s = '';
    {
      let a = 'a';
      {
        let b = a + 'b';
        {
          let c = b + 'c';
          {
            let d = c + 'd';
            {
              let e = d + 'e';
              {
                let a = await this.give(e);
                {
                  let b = a + '1';
                  {
                    let c = b + '2';
                    if (n > 0) {
                      let d = c + '3';
                      do {
                        let e = d + '4';
                        try {
                          let a = e + '5';
                          {
                            const b = () => a + n;
                            await sleep(1);
                            s += b();
                            a = 'x';
                            s += b();
                          }
                          if (n > 1) throw new Error(a);
                          s += a;
                        } catch (a) {
                          let b = (a as Error).message;
                          await sleep(2);
                          s += b;
                        } finally {
                          let a = 'f';
                          await sleep(3);
                          s += a + e;
                        }
                        s += e;
                      } while ((await this.give(n--)) > 2);
                      s += d;
                    }
                    s += c;
                  }
                  s += b;
                }
                s += a;
              }
              s += e;
            }
            s += d;
          }
          s += c;
        }
        s += b;
      }
      s += a;
    }
    return s;
  }
}

export const runs = [0, 1, 4].map((n) => ({ method: 'run', args: [n] }));
