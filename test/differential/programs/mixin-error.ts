import { activity, sleep, workflow } from 'hopline';
function Tagged<T extends new (...a: any[]) => object>(B: T) {
  return class extends B {
    tag = 't';
  };
}
class Gone extends Tagged(Error) {}

export class MixinError {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    try {
      throw new Gone('x');
    } catch (e) {
      await sleep(1);
      return [e instanceof Gone, (e as Gone).tag];
    }
  }
}

export const runs = [{ method: 'run', args: [1] }];
