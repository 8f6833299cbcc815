import { sleep, workflow } from 'hopline';

export class Scanner {
  @workflow()
  async run(text: string): Promise<unknown[]> {
    const digits = /\d+/g;
    const out: string[] = [];
    for (;;) {
      const found = digits.exec(text)?.[0];
      if (found === undefined) break;
      out.push(found);
      await sleep(Number(found));
    }
    return [...out, digits.lastIndex, digits.source, digits.flags];
  }
}

export const runs = [{ method: 'run', args: ['a1b22c333'] }];
