import { activity, sleep, workflow } from 'hopline';

export class LaterProtoWrite {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    class Box {
      v = 1;
    }
    (Box.prototype as any).hello = () => 'hi';
    await sleep(1);
    return (new Box() as any).hello();
  }
}

export const runs = [{ method: 'run', args: [1] }];
