import { activity, sleep, workflow } from 'hopline';

export class Unicode {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(größe: number): Promise<unknown[]> {
    const π = 3.14;
    let 名前 = await this.give('名');
    const ünïcödé = { größe, π };
    const abc = 'escaped';
    await sleep(1);
    名前 += '前';
    const ª = 'feminine';
    await sleep(2);
    return [größe, π, 名前, ünïcödé, abc, ª];
  }
}

export const runs = [{ method: 'run', args: [5] }];
