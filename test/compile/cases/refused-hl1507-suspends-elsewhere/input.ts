import { sleep, workflow } from 'hopline';

function pause(days: number): Promise<void> {
  return sleep({ days });
}

export class Hl1507SuspendsElsewhere {
  readonly later = async (): Promise<void> => {
    await sleep('1h');
  };

  @workflow()
  async run(): Promise<void> {
    await pause(1);
    await this.later();
  }
}
