import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class LocalClasses {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    class Plain {
      readonly value = n;
      static of(): number {
        return new Plain().value;
      }
    }
    class Derived extends Plain {
      override readonly value = n * 2;
    }
    enum Level {
      low = 1,
      high = low + 1,
      named = 'named',
    }
    {
      class Counted {
        static made = host.note('static', 0);
        static {
          host.note('static block', this.made);
        }
        constructor() {
          Counted.made += 1;
        }
      }
      new Counted();
      host.note('counted', Counted.made);
    }
    await sleep(1);
    const out: unknown[] = [Plain.of(), new Derived().value, Level.high, Level[1], Level.named];
    await this.give(1);
    return [...out, new Plain().value];
  }
}

export const runs = [{ method: 'run', args: [2] }];
