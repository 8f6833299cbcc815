import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Fixed {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async primitive(): Promise<number> {
    let n = 1;
    try {
      return n;
    } finally {
      n = 2;
      await sleep(n);
      n = 3;
    }
  }

  @workflow()
  async object(): Promise<number[]> {
    const list = [1];
    try {
      return list;
    } finally {
      await sleep(1);
      list.push(2);
    }
  }

  @workflow()
  async expression(): Promise<string> {
    let n = 1;
    try {
      return `${n++} ${await this.give(n++)} ${n++}`;
    } finally {
      host.note('n', n);
      await this.give(n);
    }
  }
}

export const runs = ['primitive', 'object', 'expression'].map((method) => ({ method, args: [] }));
