import { sleep, workflow } from 'hopline';

export class InstanceWrittenByHelper {
  part = { list: [1] };

  private async more(list: number[]): Promise<void> {
    await sleep(1);
    list.push(2);
  }

  @workflow()
  async run(): Promise<number> {
    await this.more(this.part.list);
    return this.part.list.length;
  }
}

export const runs = [{ method: 'run', args: [] }];
