import { activity, workflow } from 'hopline';

export class FinallyCrossedByContinueAndBreak {
  @activity({ retry: { attempts: 1 } }) async work(n: number): Promise<number> {
    if (n === 2) throw new Error('two');
    return n;
  }
  @activity() async tidy(n: number): Promise<void> {
    void n;
  }

  @workflow()
  async run(): Promise<string[]> {
    const seen: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      try {
        if (n === 1) continue;
        if (n === 3) break;
        seen.push(`did ${await this.work(n)}`);
      } catch (error) {
        seen.push((error as Error).message);
        continue;
      } finally {
        await this.tidy(n);
      }
      seen.push(`after ${n}`);
    }
    return seen;
  }
}

export const runs = [{ method: 'run', args: [] }];
