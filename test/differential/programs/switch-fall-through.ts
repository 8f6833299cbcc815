import { activity, sleep, workflow } from 'hopline';

export class Stages {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(from: string): Promise<string[]> {
    const done: string[] = [];
    switch (from) {
      case 'a':
        done.push(await this.give('A'));
      case 'b':
        await sleep(1);
        done.push('B');
      case 'c':
      case 'd':
        done.push('CD');
        break;
      case 'e':
        done.push(await this.give('E'));
        break;
    }
    return done;
  }
}

export const runs = ['a', 'b', 'c', 'd', 'e', 'f'].map((from) => ({ method: 'run', args: [from] }));
