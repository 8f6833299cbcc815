import { describe, expect, it } from 'vitest';

import { build } from '../../../codegen/compile.ts';
import { mermaidChart } from '../../../codegen/emit/mermaid.ts';
import { tempProject, tsconfig } from './temp-project.ts';

function chartOf(body: string, more = ''): string {
  const project = tempProject({
    'tsconfig.json': tsconfig(),
    'main.ts': `import { activity, sleep, workflow } from 'hopline';
export class Order {
  @workflow()
  async run(id: string, n: number): Promise<void> {
${body}
  }
${more}
  @activity() async pay(what: string): Promise<boolean> { return what !== ''; }
}`,
  });
  const { sources, diagnostics } = build({ files: ['main.ts'], cwd: project.root });
  expect(diagnostics).toEqual([]);
  return mermaidChart(sources[0]!.machines.map(({ ir }) => ir));
}

describe('a state chart', () => {
  it('has a state for each suspension and an edge for each way, with its condition', () => {
    expect(
      chartOf(`    const paid = await this.pay(id);
    if (paid) await sleep('1 day');
    await this.pay('again');`),
    ).toBe(`stateDiagram-v2
  state "pay(id) · line 5" as m0_s0
  state "sleep('1 day') · line 6" as m0_s1
  state "pay('again') · line 7 · pay-2" as m0_s2
  [*] --> m0_s0
  m0_s0 --> m0_s1 : paid
  m0_s0 --> m0_s2 : not (paid)
  m0_s1 --> m0_s2
  m0_s2 --> [*]
`);
  });

  it('draws loops as edges back, and errors that are caught', () => {
    const chart = chartOf(`    for (const part of [id, 'b']) {
      try { await this.pay(part); } catch { await sleep('1h'); }
    }`);
    expect(chart).toContain('[*] --> m0_s0 : next');
    expect(chart).toContain('m0_s0 --> m0_s0 : next');
    expect(chart).toContain('m0_s0 --> m0_s1 : on error');
    expect(chart).toContain('m0_s1 --> [*] : done');
  });

  it('says nothing in a label that Mermaid would take for its own', () => {
    const chart = chartOf("    if (id === 'a;b\"c#d') await sleep('1s');");
    const labels = chart.split('\n').filter((line) => line.includes('a#59;b'));
    expect(labels.length).toBeGreaterThan(0);
    for (const label of labels) expect(label.replace(/^.*? : /, '').replace(/#\d+;/g, '')).not.toMatch(/[;"#]/);
  });

  it('puts several machines side by side', () => {
    const chart = chartOf('    await this.rest();', "  async rest(): Promise<void> { await sleep('1s'); }");
    expect(chart).toContain('state "Order.run" as m0 {');
    expect(chart).toContain('state "Order.rest" as m1 {');
  });

  it('comes to an end on a method with very many ways', () => {
    const branches = Array.from({ length: 40 }, (_, i) => `    if (n === ${i}) await this.pay('${i}');`).join('\n');
    expect(chartOf(branches).split('\n').length).toBeGreaterThan(80);
  });
});
