import { activity, workflow } from 'hopline';

export class FinallyNested {
  @activity() async step(name: string): Promise<void> {
    void name;
  }

  @workflow()
  async run(fail: boolean): Promise<string> {
    try {
      try {
        if (fail) throw new Error('inner');
        return 'returned';
      } finally {
        await this.step('inner finally');
        try {
          if (fail) throw new Error('while pending');
        } catch {
          await this.step('caught while pending');
        }
      }
    } catch (error) {
      return (error as Error).message;
    } finally {
      await this.step('outer finally');
    }
  }
}

export const runs = [true, false].map((fail) => ({ method: 'run', args: [fail] }));
