import { activity, sleep, workflow } from 'hopline';

export class WithoutSemicolonsElseClass {
  
  @activity()
  async give<T>(value: T): Promise<T> { return value; }
  @workflow()
  async run(n: number): Promise<unknown> {
let f: any
if (n > 5) f = 1
else f = class {}
const [a] = [3]
const t = typeof f
await sleep(1)
return [a, t]

  }
}

export const runs = [{ method: 'run', args: [1] }];
