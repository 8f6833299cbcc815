import { activity, workflow } from 'hopline';

export class DestructuringWithAwaitedDefaults {
  @activity() async fallback(name: string): Promise<string> {
    return `default ${name}`;
  }

  @workflow()
  async run(given: { name?: string; parts?: string[]; extra?: number }): Promise<unknown> {
    const { name = await this.fallback('name'), parts: [first = await this.fallback('first')] = [], ...rest } = given;
    return [name, first, rest];
  }
}

export const runs = [{}, { name: 'n', parts: ['p'], extra: 1 }].map((given) => ({ method: 'run', args: [given] }));
