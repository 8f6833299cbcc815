import { activity, sleep, workflow } from 'hopline';

export class WithoutSemicolonsForFunction {
  
  @activity()
  async give<T>(value: T): Promise<T> { return value; }
  @workflow()
  async run(n: number): Promise<unknown> {
let f: any
for (const x of [1]) f = function () { return x }
const [a] = [3]
const r = f()
await sleep(1)
return [a, r]

  }
}

export const runs = [{ method: 'run', args: [1] }];
