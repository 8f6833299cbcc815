import { activity, workflow } from 'hopline';

function* range(end: number): Generator<number> {
  for (let n = 0; n < end; n += 1) yield n;
}

export class Hl1402LoopOverAGenerator {
  @activity() async save(page: number): Promise<void> {
    void page;
  }

  @workflow()
  async run(): Promise<void> {
    for (const page of range(3)) {
      await this.save(page);
    }
  }
}
