import { activity, workflow } from 'hopline';

export class LogicalAssignment {
  @activity() async load(name: string): Promise<string> {
    return `loaded ${name}`;
  }

  @workflow()
  async run(known: { name?: string; zip?: string | null }): Promise<unknown> {
    known.name ??= await this.load('name');
    let label = '';
    label ||= await this.load('label');
    label &&= `${label}!`;
    return [known, label];
  }
}

export const runs = [{}, { name: 'given' }].map((known) => ({ method: 'run', args: [known] }));
