import { activity, workflow } from 'hopline';

class Meter {
  count = 0;
  @activity() async read(): Promise<number> {
    return 1;
  }
}

function bump(meter: Meter): void {
  meter.count += 1;
}

async function advance(meter: Meter, own: { count: number }): Promise<number> {
  const seen = await meter.read();
  meter.count += seen;
  own.count += 1;
  bump(meter);
  return meter.count;
}

export class Hl1506ServiceWritten {
  readonly meter = new Meter();

  @workflow()
  async run(): Promise<number> {
    bump(this.meter);
    return await advance(this.meter, { count: 1 });
  }
}
