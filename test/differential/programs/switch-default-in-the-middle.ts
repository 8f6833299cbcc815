import { activity, sleep, workflow } from 'hopline';

export class Middle {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<string> {
    let path = '';
    switch (n) {
      case 1:
        path += await this.give('one ');
      default:
        path += await this.give('default ');
      case 2:
        path += 'two ';
        await sleep(1);
        break;
      case 3:
        path += 'three ';
    }
    switch (n) {
      default:
        path += 'first ';
        await sleep(2);
      case 9:
        path += 'nine';
    }
    return path;
  }
}

export const runs = [0, 1, 2, 3, 9].map((n) => ({ method: 'run', args: [n] }));
