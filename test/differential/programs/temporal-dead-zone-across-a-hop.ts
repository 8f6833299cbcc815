import { activity, sleep, workflow } from 'hopline';

export class TemporalDeadZoneAcrossAHop {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(isEarly: boolean): Promise<unknown[]> {
    const out: unknown[] = [];
    try {
      await sleep(1);
      // @ts-expect-error Used before it is declared, and that is the point.
      if (isEarly) out.push(later);
      await sleep(2);
      out.push('before');
    } catch (error) {
      out.push((error as Error).message);
    }
    let later = await this.give('later');
    out.push(later);
    later = 'again';
    await sleep(3);
    out.push(later);
    return out;
  }
}

export const runs = [
  { method: 'run', args: [true] },
  { method: 'run', args: [false] },
];
