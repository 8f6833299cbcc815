import { activity, sleep, workflow } from 'hopline';

export class Overrides {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async returnOverReturn(): Promise<string> {
    try {
      return await this.give('try');
    } finally {
      return await this.give('finally');
    }
  }

  @workflow()
  async returnOverThrow(): Promise<string> {
    try {
      await this.fail('lost');
    } finally {
      await sleep(1);
      return 'swallowed';
    }
  }

  @workflow()
  async throwOverReturn(): Promise<string> {
    try {
      return 'lost';
    } finally {
      await sleep(1);
      throw new Error('from finally');
    }
  }

  @workflow()
  async throwOverThrow(): Promise<string> {
    try {
      throw new Error('first');
    } finally {
      await this.fail('second');
    }
  }

  @workflow()
  async breakOverThrow(): Promise<string> {
    let n = 0;
    while (true) {
      try {
        n++;
        await this.fail('lost');
      } finally {
        if (n < 3) continue;
        break;
      }
    }
    return `${n}`;
  }

  @workflow()
  async breakOverReturn(): Promise<string> {
    label: try {
      return await this.give('lost');
    } finally {
      await sleep(1);
      break label;
    }
    return 'after';
  }

  @workflow()
  async continueOverReturn(): Promise<string> {
    for (let i = 0; i < 3; i++) {
      try {
        return await this.give(`lost ${i}`);
      } finally {
        if (i < 2) continue;
      }
    }
    return 'never';
  }
}

export const runs = [
  'returnOverReturn',
  'returnOverThrow',
  'throwOverReturn',
  'throwOverThrow',
  'breakOverThrow',
  'breakOverReturn',
  'continueOverReturn',
].map((method) => ({ method, args: [] }));
