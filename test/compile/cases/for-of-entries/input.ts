import { activity, workflow } from 'hopline';

export class ForOfEntries {
  @activity() async name(index: number, item: string): Promise<string> {
    return `${index}:${item}`;
  }

  @workflow()
  async run(items: string[]): Promise<string[]> {
    const named: string[] = [];
    for (const [index, item] of items.entries()) named.push(await this.name(index, item));
    return named;
  }
}

export const runs = [{ method: 'run', args: [['a', 'b']] }];
