import { activity, sleep, workflow } from 'hopline';

export class WithoutSemicolonsIfArray {
  
  @activity()
  async give<T>(value: T): Promise<T> { return value; }
  @workflow()
  async run(n: number): Promise<unknown> {
let k: any = 1
if (n > 0) k = {}
const [a, b] = [3, 4]
await sleep(1)
return [a, b, k]

  }
}

export const runs = [{ method: 'run', args: [1] }];
