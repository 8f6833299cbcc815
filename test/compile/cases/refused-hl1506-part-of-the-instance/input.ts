import { activity, sleep, workflow } from 'hopline';

export class Hl1506PartOfTheInstance {
  readonly data = { n: 0, list: [] as number[] };
  readonly seen = new Set<number>();

  @activity() async get(): Promise<number> {
    this.data.n += 1;
    return this.data.n;
  }

  bump(): void {
    this.count();
  }
  count(): void {
    this.data.n++;
  }
  total(): number {
    return this.data.n;
  }

  @workflow()
  async run(n: number): Promise<number> {
    this.data.n = n;
    const { data } = this;
    data.list.push(n);
    const alias = this.data;
    alias.n += 1;
    await sleep(1);
    this.seen.add(n);
    this.bump();
    const own = { ...this.data, list: [...this.data.list] };
    own.list.push(n);
    return this.total() + this.data.list.slice().length + (await this.get());
  }
}
