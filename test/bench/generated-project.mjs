/**
 * A project as large ones are: each file has an interface, a function and classes of its own, and imports three others, so
 * that types reach far. The first of them hold workflows.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const filesInFolder = 10;
const importedFrom = [1, 7, 13];

/** Paths of the files, those with workflows first. */
export function generateProject(root, checkout, { files, workflows }) {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  symlinkSync(checkout, join(root, 'node_modules/hopline'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true, allowImportingTsExtensions: true };
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true, types: [] }, include: ['src'] }),
  );
  return Array.from({ length: files }, (_, index) => {
    const path = join(root, 'src', `part-${Math.floor(index / filesInFolder)}`, `file-${index}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, textOf(index, index < workflows));
    return path;
  });
}

function textOf(index, hasWorkflow) {
  const imported = importedFrom.map((distance) => index - distance).filter((each) => each >= 0);
  return [
    ...imported.map((each) => {
      const path = `../part-${Math.floor(each / filesInFolder)}/file-${each}.ts`;
      return `import { sum${each}, type Order${each} } from '${path}';`;
    }),
    hasWorkflow ? "import { activity, sleep, workflow } from 'hopline';" : '',
    `export interface Order${index} {`,
    '  readonly id: string; readonly amounts: readonly number[]; readonly tags: Map<string, Date>;',
    ...imported.map((each) => `  readonly part${each}?: Order${each};`),
    '}',
    `export function sum${index}(order: Order${index}): number {`,
    '  let sum = 0;',
    '  for (const amount of order.amounts) sum += amount;',
    ...imported.map((each) => `  if (order.part${each}) sum += sum${each}(order.part${each});`),
    '  return sum;',
    '}',
    ...Array.from({ length: 6 }, (_, nth) => bookOf(index, nth)),
    hasWorkflow ? flowOf(index) : '',
  ].join('\n');
}

const bookOf = (index, nth) => `export class Book${index}_${nth} {
  private readonly orders = new Map<string, Order${index}>();
  add(order: Order${index}): void { this.orders.set(order.id, order); }
  total(): number { return [...this.orders.values()].map(sum${index}).reduce((a, b) => a + b, 0); }
  tagged(tag: string): Order${index}[] {
    return [...this.orders.values()].filter(({ tags }) => tags.has(tag)).sort((a, b) => a.id.localeCompare(b.id));
  }
}`;

const flowOf = (index) => `export class Flow${index} {
  @activity() async charge(order: Order${index}, extra: number): Promise<number> { return sum${index}(order) + extra; }
  @activity({ retry: { attempts: 5 } }) async mail(to: string): Promise<void> { void to; }
  private async remind(to: string, times: number): Promise<number> {
    for (let n = 0; n < times; n++) { await this.mail(to); await sleep('1 day'); }
    return times;
  }
  @workflow() async run(order: Order${index}, limit: number): Promise<number> {
    let total = 0;
    const seen = new Map<string, number>();
    for (const [index, amount] of order.amounts.entries()) {
      if (amount < 0) continue;
      try {
        total += await this.charge(order, amount);
        seen.set(String(index), total);
        if (total > limit) { await this.remind(order.id, 2); break; }
      } catch (error) {
        await sleep('1 hour');
        if (error instanceof RangeError) throw error;
        total += await this.charge(order, -1);
      } finally {
        await this.mail(order.id);
      }
      await sleep({ hours: index + 1 });
    }
    const all = await Promise.all(order.amounts.map((amount) => this.charge(order, amount)));
    switch (all.length) {
      case 0: await this.mail('none'); break;
      case 1: total += await this.remind('one', 1);
      default: await this.mail('many');
    }
    return total + seen.size;
  }
}
`;
