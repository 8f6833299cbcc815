import { activity, sleep, workflow } from 'hopline';

class Template {
  prefix(): string {
    return 'template';
  }

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const text = this.prefix();
    await sleep(n);
    return [text, this.prefix(), await this.give(n)];
  }
}

export class Concrete extends Template {
  override prefix(): string {
    return 'concrete';
  }
}

export const runs = [{ method: 'run', args: [1] }];
