import { sleep, workflow } from 'hopline';

export class SelfCounting {
  @workflow()
  async run(): Promise<number> {
    class Counter {
      static next(): number {
        const self = this as unknown as { count?: number };
        (this as unknown as { count: number }).count = (self.count ?? 0) + 1;
        return (this as unknown as { count: number }).count;
      }
    }
    Counter.next();
    await sleep(1);
    return Counter.next();
  }
}

export const runs = [{ method: 'run', args: [] }];
