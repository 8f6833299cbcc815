import { defineSignal, workflow } from 'hopline';

const approved = defineSignal<boolean>('approved');

export class Hl1502Signal {
  @workflow()
  async run(): Promise<boolean | undefined> {
    return await approved.wait({ timeout: '7 days' });
  }
}
