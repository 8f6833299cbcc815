import { activity, sleep, workflow } from 'hopline';

export class WithoutSemicolonsLabel {
  
  @activity()
  async give<T>(value: T): Promise<T> { return value; }
  @workflow()
  async run(n: number): Promise<unknown> {
let f: any
lbl: f = {}
const [a] = [3]
await sleep(1)
return [a, f]

  }
}

export const runs = [{ method: 'run', args: [1] }];
