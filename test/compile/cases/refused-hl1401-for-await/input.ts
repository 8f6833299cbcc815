import { activity, workflow } from 'hopline';

async function* pages(): AsyncGenerator<number> {
  yield 1;
}

export class Hl1401ForAwait {
  @activity() async save(page: number): Promise<void> {
    void page;
  }

  @workflow()
  async run(): Promise<void> {
    for await (const page of pages()) {
      await this.save(page);
    }
  }
}
