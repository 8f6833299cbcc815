import { activity, sleep, workflow } from 'hopline';

class Base {
  @activity()
  async notify(text: string): Promise<string> {
    return `base ${text}`;
  }
}

export class Override extends Base {
  @activity()
  override async notify(text: string): Promise<string> {
    return `override ${text}`;
  }

  @workflow()
  async run(text: string): Promise<unknown[]> {
    await sleep(1);
    return [await this.notify(text)];
  }
}

export const runs = [{ method: 'run', args: ['x'] }];
