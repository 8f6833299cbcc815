/** The plugin inside real Vitest runs, each in a project and a process of its own. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { type ProcessResult, type TempProject, checkout, tempProject, tsconfig } from './temp-project.ts';

const greeter = `import { activity, sleep, workflow } from 'hopline';
import type { Greeting } from './greeting';

export class Greeter {
  @workflow()
  async greet(name: string): Promise<Greeting> {
    const text = await this.compose(name);
    await sleep('1h');
    const parts: { first?: { length: number } } = {};
    if (name === 'nobody') return { text: String(parts.first!.length) };
    return { text };
  }
  @activity()
  async compose(name: string): Promise<string> { return \`hello \${name}\`; }
}
`;

const test = `import { expect, test } from 'vitest';
import { Greeter } from './greeter';

test('it is compiled, and errors stand where they were written', async () => {
  const { greet } = (Greeter as any)[Symbol.for('hopline.machines')].machines;
  expect(Object.keys(greet.states)).toEqual(['compose', 'sleep']);
  const locals = { name: 'nobody', text: 'x' };
  const stop = await greet.run(new Greeter(), { machine: greet.name, state: 'sleep', hash: '', locals }, { kind: 'value' });
  expect(stop.kind).toBe('throw');
  expect(stop.error.stack).toContain('/src/greeter.ts:10:${greeter.split('\n')[9]!.indexOf('length') + 1})');
});
`;

function vitestProject(options: Record<string, unknown>, files: Record<string, string> = {}): TempProject {
  return tempProject(
    {
      'tsconfig.json': tsconfig(options),
      'vitest.config.ts': `import hopline from 'hopline/vite';
import { defineConfig } from 'vitest/config';
export default defineConfig({ plugins: [hopline()], test: { include: ['src/*.test.ts'] } });`,
      'src/greeting.ts': 'export interface Greeting { text: string }',
      'src/greeter.ts': greeter,
      'src/greeter.test.ts': test,
      ...files,
    },
    ['vitest', 'vite'],
  );
}

const runVitest = (project: TempProject, env: Record<string, string> = {}): Promise<ProcessResult> =>
  project.node([join(checkout, 'node_modules/vitest/vitest.mjs'), 'run', '--no-color'], env);

describe('hopline/vite', () => {
  for (const [mode, options] of [
    ['legacy', { experimentalDecorators: true }],
    ['standard', {}],
  ] as const)
    it(`compiles workflows in a Vitest run with ${mode} decorators, with exact stack traces and the lock`, async () => {
      const project = vitestProject(options);
      const { code, stdout, stderr } = await runVitest(project);
      expect(`${stdout}${stderr}`).toContain('1 passed');
      expect(code).toBe(0);
      expect(`${stdout}${stderr}`).toContain('hopline.lock.json updated');
      expect(JSON.parse(project.read('hopline.lock.json'))).toMatchObject({
        machines: { 'Greeter.greet': { file: 'src/greeter.ts' } },
      });
    });

  it('compiles the functions that a workflow awaits, and locks no helper of a test', async () => {
    const project = vitestProject(
      {},
      {
        'src/waiting.ts': `import { again } from './again';
export async function patiently(days: number): Promise<string> { return again(days); }`,
        'src/again.ts': `import { sleep } from 'hopline';
export async function again(days: number): Promise<string> { await sleep({ days }); return 'rested'; }`,
        'src/greeter.ts': greeter
          .replace("await sleep('1h');", 'await patiently(1);')
          .replace('{ activity, sleep, workflow }', '{ activity, workflow }')
          .replace('import type', "import { patiently } from './waiting';\nimport type"),
        'src/greeter.test.ts': `import { expect, test } from 'vitest';
import { TestEnvironment } from 'hopline/testing';
import { Greeter } from './greeter';

async function composeTwice(greeter: Greeter): Promise<string[]> {
  return Promise.all([await greeter.compose('a'), greeter.compose('b')]);
}

test('it sleeps in the function of another file', async () => {
  const greeter = new Greeter();
  expect(await composeTwice(greeter)).toEqual(['hello a', 'hello b']);
  const env = await TestEnvironment.create({ workflows: [greeter] });
  const handle = await env.client.start(Greeter, 'greet', { args: ['Ada'] });
  const before = env.now().getTime();
  expect(await handle.result()).toEqual({ text: 'hello Ada' });
  expect(env.now().getTime() - before).toBeGreaterThanOrEqual(86_400_000);
  await env.close();
  const number: number = 'what a test gets wrong is its own business';
  expect(number).toBeDefined();
});`,
      },
    );
    const { code, stdout, stderr } = await runVitest(project);
    expect(code, `${stdout}${stderr}`).toBe(0);
    const lock = JSON.parse(project.read('hopline.lock.json')) as { machines: object };
    expect(Object.keys(lock.machines)).toEqual(['Greeter.greet', 'src/again.ts#again']);
  });

  it('without the plugin there is no machine, so it is the plugin that makes it', async () => {
    const project = vitestProject(
      {},
      { 'vitest.config.ts': "export default { test: { include: ['src/*.test.ts'] } };" },
    );
    const { code, stdout } = await runVitest(project);
    expect(code).toBe(1);
    expect(stdout).toContain('1 failed');
  });

  it('stops a module that is refused with the place and its lines', async () => {
    const project = vitestProject(
      {},
      { 'src/greeter.ts': greeter.replace('return { text };', 'return { text: name.nothing };') },
    );
    const { code, stdout, stderr } = await runVitest(project);
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain('src/greeter.ts:11:25 error TS2339');
    expect(`${stdout}${stderr}`).toContain('return { text: name.nothing };');
  });

  it('under CI refuses what differs from the lock, and writes none', async () => {
    const project = vitestProject({});
    expect(await runVitest(project, { CI: 'true' })).toMatchObject({ code: 0 });
    expect(project.has('hopline.lock.json')).toBe(false);
    await runVitest(project);
    const lock = project.read('hopline.lock.json');
    project.write({
      'src/greeter.ts': greeter.replace("'1h'", "'2h'").replace('return { text };', 'return { text: text + name };'),
    });
    const { code, stdout, stderr } = await runVitest(project, { CI: 'true' });
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain('HL8001');
    expect(project.read('hopline.lock.json')).toBe(lock);
  });
});
