import { activity, sleep, workflow } from 'hopline';

export class LiveLocalsOnly {
  @activity() async measure(text: string): Promise<number> {
    return text.length;
  }

  @workflow()
  async run(text: string, unused: string): Promise<number> {
    const prefix = text.slice(0, 2);
    const length = await this.measure(prefix + text);
    const doubled = length * 2;
    await sleep('1h');
    return doubled;
  }
}

export const runs = [{ method: 'run', args: ['text', 'not live'] }];
