import { activity, sleep, workflow } from 'hopline'
export class ClassLastFieldNoSemi { @workflow() async run(n: number): Promise<unknown> { await sleep(1)
 return this.z }
  z = 4 }
export const runs = [{ method: 'run', args: [1] }]
