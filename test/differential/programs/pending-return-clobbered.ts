import { activity, sleep, workflow } from 'hopline';

export class PendingReturnClobbered {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    for (const k of [1]) {
      try {
        return 1;
      } finally {
        for (;;) {
          try {
            return 2;
          } finally {
            break;
          }
        }
      }
      await sleep(k);
    }
    return 0;
  }
}

export const runs = [{ method: 'run', args: [1] }];
