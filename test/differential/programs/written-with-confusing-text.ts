import { activity, sleep, workflow } from 'hopline';

export class Confusing {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(frame: string): Promise<unknown[]> {
    const text = 'await this.give(1); $frame.locals; case 0: continue $run;';
    const regex = /await \(this\)\/[/*]"'`/g.source;
    await sleep(1);
    const nested = `a ${`b ${`c ${await this.give('}')} \${d}`}`} {${'`'}`;
    const quotes = ['"', "'", '`', '\\', '\n', '${', '</script>', '\u2028', '*/', '//'];
    await sleep(2);
    const division = 8 / (await this.give(2)) / 2;
    return [text, regex, nested, quotes, division, frame];
  }
}

export const runs = [{ method: 'run', args: ['$frame'] }];
