import { sleep, workflow } from 'hopline';

export class Hl1101Arguments {
  @workflow()
  async run(first: string): Promise<unknown> {
    const given = arguments;
    await sleep('1h');
    return [first, given];
  }
}
