import { sleep, workflow } from 'hopline';

const open = (): Disposable & { size: number } => ({ size: 1, [Symbol.dispose]() {} });

export class Hl1005Using {
  @workflow()
  async run(): Promise<void> {
    using file = open();
    await sleep(file.size);
  }
}
