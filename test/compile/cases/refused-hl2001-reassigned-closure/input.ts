import { sleep, workflow } from 'hopline';

export class Hl2001ReassignedClosure {
  @workflow()
  async run(loud: boolean): Promise<string> {
    let say = (text: string) => text;
    if (loud) say = (text) => text.toUpperCase();
    await sleep('1h');
    return say('hello');
  }
}
