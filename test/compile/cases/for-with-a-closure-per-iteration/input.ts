import { sleep, workflow } from 'hopline';

export class ForWithAClosurePerIteration {
  @workflow()
  async run(): Promise<number[]> {
    const said: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const later = () => i * 10;
      await sleep('1m');
      i += 0;
      said.push(later());
    }
    return said;
  }
}

export const runs = [{ method: 'run', args: [] }];
