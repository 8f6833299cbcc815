import { activity, workflow } from 'hopline';

export class ForIn {
  @activity() async drop(key: string): Promise<string> {
    return key.toUpperCase();
  }

  @workflow()
  async run(): Promise<string[]> {
    const flags: Record<string, boolean> = { a: true, b: false, c: true };
    const dropped: string[] = [];
    for (const key in flags) {
      dropped.push(await this.drop(key));
      delete flags['b'];
    }
    return dropped;
  }
}

export const runs = [{ method: 'run', args: [] }];
