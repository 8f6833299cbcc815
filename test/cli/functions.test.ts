/** A workflow over several files: what suspends in a library is compiled with it, and every command knows of it. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { checkout, tempProject, tsconfig } from '../unit/codegen/temp-project.ts';

const main = join(checkout, 'dist/codegen/cli/main.js');

const poller = `import { sleep, type Activities } from 'hopline';

export interface Api { check(id: string): Promise<string> }

export async function patiently(api: Activities<Api>, id: string, tries: number): Promise<string> {
  for (let n = 0; n < tries; n += 1) {
    const state = await api.check(id);
    if (state === 'done') return \`\${id} after \${n}\`;
    await sleep('1h');
  }
  throw new Error(\`\${id} is not done\`);
}

export abstract class Watching {
  protected constructor(protected readonly api: Activities<Api>) {}
  protected async watch(id: string): Promise<string> {
    return await patiently(this.api, id, 3);
  }
}
`;

const shop = `import { workflow, type Activities } from 'hopline';
import { Watching, patiently, type Api } from './lib/poller';

const states = new Map<string, number>();
const api: Api = {
  async check(id) {
    const seen = (states.get(id) ?? 0) + 1;
    states.set(id, seen);
    return seen > 1 ? 'done' : 'open';
  },
};

export class Shop extends Watching {
  constructor(given: Activities<Api> = api) { super(given); }

  @workflow()
  async order(id: string): Promise<string[]> {
    const own = await this.watch(id);
    return [own, await patiently(this.api, \`\${id}-b\`, 2)];
  }
}
`;

const shopProject = (files: Record<string, string> = {}) =>
  tempProject({
    'tsconfig.json': tsconfig({}),
    'src/shop.ts': shop,
    'src/lib/poller.ts': poller,
    'hopline.config.ts': "import { Shop } from './src/shop';\nexport default { workflows: () => [new Shop()] };",
    ...files,
  });

describe('functions of another file that suspend', () => {
  it('are built, locked under their names, and run', async () => {
    const project = shopProject();
    const built = await project.node([main, 'build', 'src/shop.ts', '--out', 'out']);
    expect(built, built.stderr).toMatchObject({ code: 0 });
    const lock = JSON.parse(project.read('hopline.lock.json')) as { machines: Record<string, { file: string }> };
    expect(Object.keys(lock.machines)).toEqual(['Shop.order', 'Watching.watch', 'src/lib/poller.ts#patiently']);
    const manifest = JSON.parse(project.read('out/hopline.manifest.json')) as { helpers: { name: string }[] };
    expect(manifest.helpers.map(({ name }) => name)).toEqual(['Watching.watch', 'src/lib/poller.ts#patiently']);
    expect(await project.node([main, 'check', 'src/shop.ts'])).toMatchObject({ code: 0 });

    const run = await project.node([main, 'run', 'src/shop.ts', '--args', '["o1"]', '--json']);
    expect(run.stderr).toBe('');
    const last = JSON.parse(run.stdout.trimEnd().split('\n').at(-1)!) as unknown;
    expect(last).toMatchObject({ value: ['o1 after 1', 'o1-b after 1'] });

    const chart = await project.node([main, 'graph', 'src/lib/poller.ts']);
    expect(chart.stdout).toContain('check');
  });

  it('that cannot be compiled are refused at the call, with the place and the reason', async () => {
    const project = shopProject({ 'src/lib/poller.ts': poller.replace("await sleep('1h');", "sleep('1h');") });
    const { code, stderr } = await project.node([main, 'check', 'src/shop.ts']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /src\/shop\.ts:18:23 error HL1507 'this\.watch' suspends, .*src\/lib\/poller\.ts:9:5 HL1505/,
    );
    expect(stderr).toMatch(/src\/lib\/poller\.ts:9:5 error HL1505/);
  });
});
