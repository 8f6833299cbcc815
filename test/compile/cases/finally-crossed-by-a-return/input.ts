import { activity, workflow } from 'hopline';

export class FinallyCrossedByAReturn {
  @activity() async lock(name: string): Promise<string> {
    return name;
  }
  @activity() async unlock(name: string): Promise<void> {
    void name;
  }

  @workflow()
  async run(empty: boolean): Promise<string> {
    const name = await this.lock('stock');
    try {
      if (empty) return `${name} is empty`;
    } finally {
      await this.unlock(name);
    }
    return `${name} is full`;
  }
}

export const runs = [true, false].map((empty) => ({ method: 'run', args: [empty] }));
