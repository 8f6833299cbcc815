import { activity, sleep, workflow } from 'hopline';

class Parent {
  protected readonly sign: string = '#';
  mark(text: string, count: number): string {
    return this.sign.repeat(count) + text;
  }
  get label(): string {
    return `parent ${this.sign}`;
  }
}

export class Child extends Parent {
  protected override readonly sign: string = '*';
  override mark(text: string, count: number): string {
    return `child ${text} ${count}`;
  }
  override get label(): string {
    return 'child';
  }
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const first = super.mark(await this.give('a'), n);
    await sleep(1);
    const inner = () => super.mark('arrow', 1);
    return [first, super.mark('b', await this.give(2)), inner(), super.label, this.label, super['mark']('c', n)];
  }
}

export const runs = [{ method: 'run', args: [3] }];
