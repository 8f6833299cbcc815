import { sleep, workflow } from 'hopline';

export class Hl1604NotAsync {
  @workflow()
  run(): Promise<void> {
    return sleep('1h');
  }
}
