import { activity, sleep, workflow } from 'hopline';

export class Blocks {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(kinds: string[]): Promise<unknown[]> {
    const out: unknown[] = [];
    for (const kind of kinds) {
      let count = 0;
      const add = (by: number) => (count += by);
      switch (kind) {
        case 'a':
          let local = await this.give(kind);
          const show = () => `${local}${count}`;
          add(1);
          await sleep(1);
          local += show();
          out.push(show());
          break;
        default: {
          try {
            await this.fail(kind);
          } catch (error) {
            const message = () => (error as Error).message + kind;
            await sleep(add(2));
            error = new Error('replaced');
            out.push(message());
          }
        }
      }
      while (count < 3) {
        let inner = count;
        const next = () => inner + 1;
        await sleep(inner);
        inner += 10;
        out.push(next());
        add(1);
      }
      out.push(count);
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [['a', 'b', 'a']] }];
