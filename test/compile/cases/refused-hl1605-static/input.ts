import { sleep, workflow } from 'hopline';

export class Hl1605Static {
  @workflow()
  static async run(): Promise<void> {
    await sleep('1h');
  }
}
