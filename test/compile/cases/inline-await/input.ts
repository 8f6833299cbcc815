import { activity, inline, workflow } from 'hopline';

export class InlineAwait {
  @activity() async save(text: string): Promise<string> {
    return text;
  }

  @workflow()
  async run(): Promise<string[]> {
    const meant = await inline(async () => 'meant');
    const saved = await this.save(meant);
    const text = await Promise.resolve('warned of');
    return [saved, text];
  }
}

export const runs = [{ method: 'run', args: [] }];
