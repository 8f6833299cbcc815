import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

class Sensor {
  reads = 0;
  get value(): number {
    this.reads += 1;
    return host.note('read', this.reads);
  }
}

export class Reads {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const out: unknown[] = [];
    {
      const sensor = new Sensor();
      out.push(sensor.value + sensor.value * 10);
    }
    const early = new Sensor().value + (await this.give(5));
    out.push(early);
    await sleep(1);
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
