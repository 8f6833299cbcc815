import { activity, workflow } from 'hopline';

export class ActivitiesWithManyShapesOfArguments {
  @activity()
  async none(): Promise<string> {
    return 'none';
  }

  @activity({ retry: { attempts: 1 } })
  async many(
    a: number,
    { b, c = 3 }: { b: number; c?: number },
    [d]: number[] = [4],
    ...rest: number[]
  ): Promise<number[]> {
    return [a, b, c, d!, ...rest];
  }

  @activity()
  async count(...all: unknown[]): Promise<number> {
    return all.length;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    return [
      await this.none(),
      await this.many(1, { b: 2 }),
      await this.many(1, { b: 2, c: 5 }, [6], 7, 8),
      await this.count(),
      await this.count(undefined, undefined),
      await this.count(...[1, 2], ...new Set([3])),
      await this.count(...(await this.many(1, { b: 2 }, []))),
    ];
  }
}

export const runs = [{ method: 'run', args: [] }];
