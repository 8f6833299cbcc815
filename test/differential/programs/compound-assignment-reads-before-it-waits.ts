import { activity, workflow } from 'hopline';

export class Before {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    let x = 1;
    const box = { x: 10 };
    x += ((x = 100), await this.give(1));
    box.x += ((box.x = 200), await this.give(2));
    box.x = box.x + ((box.x = 300), await this.give(3));
    x = x + ((x = 5), await this.give(x)) + x;
    const list = [1, 2, 3];
    let i = 0;
    list[i++] += ((i = 2), (list[0] = 50), await this.give(10));
    return [x, box, list, i];
  }
}

export const runs = [{ method: 'run', args: [] }];
