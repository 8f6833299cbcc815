import { activity, sleep, workflow, type Activities } from 'hopline';

class Mail {
  async send(to: string, text: string): Promise<string> {
    return `${to}: ${text}`;
  }
}

class Base {
  protected greet(name: string): string {
    return `base ${name}`;
  }
}

async function announce(mail: Activities<Mail>, names: string[]): Promise<string[]> {
  let sent = 0;
  const texts = await Promise.all(
    names.map(async (name) => {
      const text = await mail.send(name, `no ${sent}`);
      await sleep('1 minute');
      sent += 1;
      return text;
    }),
  );
  const again = async (name: string) => {
    sent += 1;
    return mail.send(name, `again ${sent}`);
  };
  texts.push(await again('end'), String(sent));
  return texts;
}

async function poll(n: number): Promise<number> {
  await sleep('1 hour');
  return n * 2;
}

export class Captures extends Base {
  #secret = 7;
  mail: Activities<Mail> = new Mail() as Activities<Mail>;

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  protected override greet(name: string): string {
    return `derived ${name}`;
  }

  static async helped(n: number): Promise<number> {
    const inner = async (k: number) => {
      await sleep('1 hour');
      return k + n;
    };
    return inner(n);
  }

  @workflow()
  async services(names: string[]): Promise<unknown> {
    const { mail } = this;
    const direct = async (name: string) => mail.send(name, 'direct');
    const first = await direct('x');
    const list = await announce(this.mail, names);
    return [first, list, await Captures.helped(3), await Promise.all([1, 2].map(poll))];
  }

  @workflow()
  async kinds(count: number, { unit = 'u', ...rest }: { unit?: string; extra: number }): Promise<unknown> {
    var hoisted = 1;
    let [first, second] = [count, count + 1];
    const table = { up: (n: number) => n + hoisted, down: (n: number) => n - first };
    class Box {
      readonly value: number;
      constructor(value: number) {
        this.value = value + hoisted;
      }
    }
    function plain(n: number): number {
      return new Box(table.up(n)).value + second;
    }
    const change = async ({ by, more = by }: { by: number; more?: number }, ...others: number[]) => {
      count += await this.give(by);
      hoisted += 1;
      second += more + others.length;
      first = plain(await this.give(first));
      return `${unit} ${rest.extra} ${count} ${hoisted} ${first} ${second} ${super.greet('a')} ${this.greet('b')} ${this.#secret}`;
    };
    const texts: string[] = [];
    for (let i = 0; i < 3; i += 1) texts.push(await change({ by: i }, i, i));
    try {
      throw new Error('thrown');
    } catch (error) {
      const tell = async () => `${(error as Error).message} ${await this.give(count)}`;
      texts.push(await tell());
    }
    texts.push(plain(1) + '', String(table.down(5)));
    return texts;
  }

  @workflow()
  async nested(rows: number[][]): Promise<unknown> {
    const log: string[] = [];
    const sums = await Promise.all(
      rows.map(async (row, y) => {
        const cells = await Promise.all(
          row.map(async (cell, x) => {
            const value = await this.give(cell * 10);
            log.push(`${y}${x}`);
            return value;
          }),
        );
        await sleep('1 hour');
        return cells.reduce((a, b) => a + b, 0);
      }),
    );
    const inArrows = await Promise.all(rows.flatMap((row) => row.map((cell) => (async () => cell + (await this.give(1)))())));
    const named = async (row: number[]) => {
      let best = 0;
      for (const cell of row) {
        if (cell > best) best = await this.give(cell);
      }
      return best;
    };
    return [sums, log.sort(), inArrows, await Promise.all(rows.map(named)), await Promise.all(Array.from(rows, named))];
  }

  @workflow()
  async failing(n: number): Promise<unknown> {
    const caught: unknown[] = [];
    const attempt = async (k: number) => {
      try {
        if (k % 2 === 0) throw new RangeError(`even ${await this.give(k)}`);
        return await this.give(k);
      } finally {
        caught.push(await this.give(`finally ${k}`));
      }
    };
    for (let k = 0; k < n; k += 1) {
      try {
        caught.push(await attempt(k));
      } catch (error) {
        caught.push(error instanceof RangeError, String(error));
      }
    }
    const results = await Promise.allSettled([0, 1].map(async (k) => attempt(k)));
    return [caught.length, caught.map(String).sort(), results.map(({ status }) => status)];
  }
}

export const services = ['mail'];
export const runs = [
  { method: 'services', args: [['a', 'b']] },
  { method: 'kinds', args: [1, { extra: 4 }] },
  { method: 'nested', args: [[[1, 2], [3]]] },
  { method: 'failing', args: [3] },
];
