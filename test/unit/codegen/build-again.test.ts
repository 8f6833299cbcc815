/** Builds in one process share what they parsed and transpiled: an edit is seen all the same, also one far away. */
import { compile } from 'hopline/codegen';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { LatestResults } from '../../../codegen/emit/latest-results.ts';
import { tempProject, tsconfig } from './temp-project.ts';

beforeEach(() => void vi.stubEnv('CI', ''));
afterEach(() => void vi.unstubAllEnvs());

const order = 'export interface Order { readonly id: string; readonly paid: Date; }\n';
const steps = 'export async function settle(id: string): Promise<string> { return id; }\n';
const flow = `import { activity, sleep, workflow } from 'hopline';
import type { Order } from './order.ts';
import { settle } from './steps.ts';

export class Flow {
  @activity() async find(id: string): Promise<Order> { return { id, paid: new Date(0) }; }
  @workflow() async run(id: string): Promise<string> {
    const order = await this.find(id);
    await sleep('1h');
    return await settle(order.id);
  }
}
`;

function project() {
  const written = tempProject({
    'tsconfig.json': tsconfig({ allowImportingTsExtensions: true, noEmit: true }),
    'src/order.ts': order,
    'src/steps.ts': steps,
    'src/flow.ts': flow,
  });
  const build = async () => {
    const { diagnostics, outputs } = await compile({ files: ['src/flow.ts'], cwd: written.root, outDir: 'out' });
    const codes = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    return { codes, outputs, states: states(outputs.find(({ path }) => path.endsWith('/flow.js'))?.text ?? '') };
  };
  return { write: (files: Readonly<Record<string, string>>) => written.write(files), build };
}

const states = (text: string) => [...new Set(text.match(/state: "[\w.]+"/g))].sort();

describe('a build in a process that built before', () => {
  it('gives the same where nothing changed, to the byte', async () => {
    const { build } = project();
    const first = await build();
    expect(first.codes).toEqual([]);
    expect((await build()).outputs).toEqual(first.outputs);
  });

  it('sees that a type of another file can no longer travel, and that it can again', async () => {
    const { build, write } = project();
    const first = await build();
    write({ 'src/order.ts': order.replace('Date', '() => Date') });
    expect((await build()).codes).not.toEqual([]);
    write({ 'src/order.ts': order });
    expect((await build()).outputs).toEqual(first.outputs);
  });

  it('sees that a function of another file begins to suspend, though the text of the workflow is the same', async () => {
    const { build, write } = project();
    const first = await build();
    write({
      'src/steps.ts': `import { sleep } from 'hopline';\n${steps.replace('{ return', "{ await sleep('1d'); return")}`,
    });
    const second = await build();
    expect(second.codes).toEqual([]);
    expect(second.states).not.toEqual(first.states);
  });
});

describe('kept results', () => {
  const lengthOf = (text: string) => text.length;
  const isKept = () => true;

  it('are those of equal inputs, and of no others', () => {
    const results = new LatestResults<string>(100, lengthOf);
    const made: number[] = [];
    const get = (input: number) => results.get({ input }, () => (made.push(input), `made ${input}`), isKept);
    expect([get(1), get(2), get(1)]).toEqual(['made 1', 'made 2', 'made 1']);
    expect(made).toEqual([1, 2]);
  });

  it('have a limit: what was not asked for longest is made again', () => {
    const results = new LatestResults<string>(8, lengthOf);
    const made: string[] = [];
    const get = (input: string) => results.get(input, () => (made.push(input), 'four'), isKept);
    for (const input of ['a', 'b', 'a', 'c', 'a', 'b']) get(input);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });
});
