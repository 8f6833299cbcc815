import { sleep, workflow } from 'hopline';

export class Hl1506FieldWritten {
  count = 0;
  last: string | undefined;

  @workflow()
  async run(name: string): Promise<void> {
    this.count += 1;
    this.last = name;
    await sleep('1h');
    this.count++;
    delete this.last;
  }
}
