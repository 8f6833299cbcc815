import { sleep, workflow } from 'hopline';

export class WrittenByPatternsBeforeInitialisation {
  @workflow()
  async run(early: boolean): Promise<unknown[]> {
    const seen: unknown[] = [];
    const array = (): unknown => ([late] = [1]);
    const object = (): unknown => ({ late } = { late: 2 });
    const loop = (): void => {
      for (late of [3]);
    };
    for (const write of [array, object, loop]) {
      if (!early) break;
      try {
        write();
        seen.push('written');
      } catch (error) {
        seen.push(String(error));
      }
    }
    await sleep(1);
    let late = 0;
    array();
    seen.push(late);
    await sleep(2);
    object();
    seen.push(late);
    loop();
    return [...seen, late];
  }
}

export const runs = [true, false].map((early) => ({ method: 'run', args: [early] }));
