import { sleep, workflow } from 'hopline';

export class Hl2001Iterator {
  @workflow()
  async run(names: string[]): Promise<string[]> {
    const rest = names.values();
    const first = rest.next().value!;
    await sleep('1h');
    return [first, ...rest];
  }
}
