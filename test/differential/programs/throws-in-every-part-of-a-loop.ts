import { activity, sleep, workflow } from 'hopline';

export class LoopThrows {
  @activity()
  async check(where: string, bad: string): Promise<boolean> {
    if (where === bad) throw new Error(where);
    return true;
  }
  test(where: string, bad: string): boolean {
    if (where === bad) throw new Error(`native ${where}`);
    return true;
  }

  @workflow()
  async run(bad: string): Promise<string[]> {
    const log: string[] = [];
    try {
      for (
        let i = (await this.check('init', bad)) ? 0 : 1;
        this.test('native test', bad) && (await this.check('test', bad)) && i < 2;
        i += (await this.check('update', bad)) && this.test('native update', bad) ? 1 : 0
      ) {
        log.push(`body ${i}`);
        if (!(await this.check('body', bad))) break;
      }
      for (const item of (await this.check('iterable', bad)) ? [1] : []) log.push(`item ${item}`);
      switch (await this.check('discriminant', bad)) {
        case await this.check('case', bad):
          log.push('case');
      }
      do log.push('do');
      while (!(await this.check('condition', bad)));
      log.push(`${await this.check('template', bad)}`);
    } catch (error) {
      log.push((error as Error).message);
      await sleep(1);
    } finally {
      log.push('finally');
    }
    return log;
  }
}

export const runs = [
  '',
  'init',
  'native test',
  'test',
  'update',
  'native update',
  'body',
  'iterable',
  'discriminant',
  'case',
  'condition',
  'template',
].map((bad) => ({ method: 'run', args: [bad] }));
