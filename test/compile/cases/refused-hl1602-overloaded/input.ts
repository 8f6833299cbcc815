import { sleep, workflow } from 'hopline';

export class Hl1602Overloaded {
  async run(id: number): Promise<void>;
  async run(name: string): Promise<void>;
  @workflow()
  async run(key: number | string): Promise<void> {
    await sleep(String(key).length);
  }
}
