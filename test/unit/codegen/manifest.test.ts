import { compile } from 'hopline/codegen';
import { describe, expect, it } from 'vitest';

import type { Manifest } from '../../../codegen/manifest.ts';
import { resolveActivityPolicy } from '../../../runtime/engine/activity-policy.ts';
import { tempProject, tsconfig } from './temp-project.ts';

async function manifestOf(source: string, options: Record<string, unknown> = {}): Promise<Manifest> {
  const project = tempProject({ 'tsconfig.json': tsconfig(options), 'src/main.ts': source });
  const { manifest, diagnostics } = await compile({ files: ['src/main.ts'], cwd: project.root });
  expect(diagnostics).toEqual([]);
  return manifest as Manifest;
}

const source = `import { activity, sleep, workflow, type Activities } from 'hopline';
interface Bank { pay(n: number): Promise<void> }
class Mailer { @activity({ name: 'send-mail', timeout: '1m' }) async send(text: string): Promise<void> { void text; } }
const waits = ['30s', '5m'] as const;
const outside = Number('60000');
export class Order {
  constructor(private readonly bank: Activities<Bank, { pay: { retry: { attempts: 2 } } }>, private readonly mailer: Mailer) {}
  @workflow({ maxHopsPerHour: 100 })
  async run(order: { id: string }, tries: number): Promise<number> {
    await this.plain();
    await this.curve();
    await this.listed();
    await this.computed();
    await this.bank.pay(1);
    await this.mailer.send(order.id);
    await this.rest(2);
    return tries;
  }
  async rest(n: number): Promise<void> { await sleep(n); }
  @activity() async plain(): Promise<void> {}
  @activity({ retry: { initial: '2s', jitter: 'none' } }) async curve(): Promise<void> {}
  @activity({ retry: { delays: [...waits] } }) async listed(): Promise<void> {}
  @activity({ timeout: outside, retry: { attempts: 3 } }) async computed(): Promise<void> {}
}
`;

describe('the manifest', () => {
  it('tells workflows, helpers, states, their lines, and what each message carries', async () => {
    const { workflows, helpers } = await manifestOf(source);
    expect(workflows.map(({ name, file, line, options }) => ({ name, file, line, options }))).toEqual([
      { name: 'Order.run', file: 'src/main.ts', line: 9, options: { maxHopsPerHour: 100 } },
    ]);
    expect(helpers.map(({ name }) => name)).toEqual(['Order.rest']);
    const { states } = workflows[0]!;
    expect(Object.keys(states)).toEqual(['plain', 'curve', 'listed', 'computed', 'bank.pay', 'mailer.send', 'rest']);
    expect(states['plain']).toMatchObject({
      operation: 'activity',
      line: 10,
      locals: { order: '{ id: string; }', tries: 'number' },
    });
    expect(states['mailer.send']!.locals).toEqual({ tries: 'number' });
    expect(states['rest']).toMatchObject({ operation: 'call', callee: 'Order.rest' });
  });

  it('shows each policy with every default filled in, and never guesses what is computed', async () => {
    const { states } = (await manifestOf(source)).workflows[0]!;
    const policies = Object.fromEntries(Object.entries(states).map(([name, { activity }]) => [name, activity]));
    const curve = { attempts: 6, initial: '1s', factor: 2, max: '5m', jitter: 'full' };
    expect(policies).toEqual({
      plain: { name: 'plain', policy: { timeout: '5m', retry: curve } },
      curve: { name: 'curve', policy: { timeout: '5m', retry: { ...curve, initial: '2s', jitter: 'none' } } },
      listed: {
        name: 'listed',
        policy: { timeout: '5m', retry: { jitter: 'none', delays: { expression: '[...waits]' } } },
      },
      computed: {
        name: 'computed',
        policy: { timeout: { expression: "Number('60000')" }, retry: { ...curve, attempts: 3 } },
      },
      'bank.pay': { name: 'bank.pay', policy: { timeout: '5m', retry: { ...curve, attempts: 2 } } },
      'mailer.send': { name: 'send-mail', policy: { timeout: '1m', retry: curve } },
      rest: undefined,
    });
  });

  it('has the defaults that the engine uses', async () => {
    const { states } = (await manifestOf(source)).workflows[0]!;
    const shown = states['plain']!.activity!.policy as Parameters<typeof resolveActivityPolicy>[0];
    expect(resolveActivityPolicy(shown)).toEqual(resolveActivityPolicy({}));
    const listed = states['curve']!.activity!.policy as Parameters<typeof resolveActivityPolicy>[0];
    expect(resolveActivityPolicy(listed)).toEqual(resolveActivityPolicy({ retry: { initial: '2s', jitter: 'none' } }));
  });

  it('is the same under legacy and standard decorators', async () => {
    expect(await manifestOf(source, { experimentalDecorators: true })).toEqual(await manifestOf(source));
  });

  it('keeps the hashes of a workflow when another is changed, and when only comments are', async () => {
    const other = 'export class Other { @workflow() async go(): Promise<void> { await sleep(1); } }\n';
    const [before, after, commented] = [
      await manifestOf(source + other),
      await manifestOf(source + other.replace('sleep(1)', 'sleep(2)')),
      await manifestOf(`// note\n${source}${other}`),
    ];
    const hashes = ({ workflows }: Manifest, name: string) => {
      const { hash, states } = workflows.find((workflow) => workflow.name === name)!;
      return [hash, ...Object.values(states).map((state) => state.hash)];
    };
    expect(hashes(after, 'Order.run')).toEqual(hashes(before, 'Order.run'));
    expect(hashes(commented, 'Order.run')).toEqual(hashes(before, 'Order.run'));
    expect(hashes(after, 'Other.go')).not.toEqual(hashes(before, 'Other.go'));
  });
});
