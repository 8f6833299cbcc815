import { activity, sleep, workflow } from 'hopline';

export class WithoutSemicolonsIfObject {
  
  @activity()
  async give<T>(value: T): Promise<T> { return value; }
  @workflow()
  async run(n: number): Promise<unknown> {
let k: any = 1
const o = { a: 5 }
if (n > 5) k = {}
const { a } = o
await sleep(1)
return [a, k]

  }
}

export const runs = [{ method: 'run', args: [1] }];
