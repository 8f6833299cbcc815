import { sleep, workflow } from 'hopline';

interface Counted {
  n: number;
}
function bump(o: Counted): void {
  o.n++;
}
const through = (o: Counted): void => bump(o);

export class InstanceWrittenByFunction implements Counted {
  n = 0;

  @workflow()
  async run(): Promise<number> {
    through(this);
    await sleep(1);
    return this.n;
  }
}

export const runs = [{ method: 'run', args: [] }];
