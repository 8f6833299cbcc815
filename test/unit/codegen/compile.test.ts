import { compile } from 'hopline/codegen';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { tempProject, tsconfig } from './temp-project.ts';

/** Under CI an existing lock would be frozen; what CI changes has its own tests. */
beforeEach(() => void vi.stubEnv('CI', ''));
afterEach(() => void vi.unstubAllEnvs());

const errorsOf = (diagnostics: readonly { severity: string; code: string; message: string }[]) =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`);

const greeter = `import { activity, sleep, workflow } from 'hopline';

export class Greeter {
  @workflow()
  async greet(name: string): Promise<string> {
    const text = await this.compose(name);
    await sleep('1h');
    const parts: { first?: { length: number } } = {};
    if (name === 'nobody') return String(parts.first!.length);
    return text;
  }

  @activity()
  async compose(name: string): Promise<string> {
    return \`hello \${name}\`;
  }
}
`;

/** Drives a compiled class by hand: what a machine returns, from a frame that went through text. */
const resumeAtSleep = `
const [, machines] = [0, Greeter[Symbol.for('hopline.machines')].machines];
const { greet } = machines;
const locals = JSON.parse(JSON.stringify({ name: 'nobody', text: 'x' }));
const stop = await greet.run(new Greeter(), { machine: greet.name, state: 'sleep', hash: '', locals }, { kind: 'value' });
console.log(stop.kind + ' ' + (stop.error?.stack ?? stop.value));
`;

describe('compiled output', () => {
  for (const [mode, options] of [
    ['legacy decorators', { experimentalDecorators: true }],
    ['legacy decorators with metadata', { experimentalDecorators: true, emitDecoratorMetadata: true }],
    ['standard decorators', {}],
    ['standard decorators and target esnext', { target: 'esnext' }],
  ] as const)
    it(`runs under plain node and throws at the written line and column: ${mode}`, async () => {
      const project = tempProject({ 'tsconfig.json': tsconfig(options), 'src/greeter.ts': greeter });
      const { diagnostics } = await compile({
        files: ['src/greeter.ts'],
        cwd: project.root,
        outDir: 'out',
        emit: true,
      });
      expect(errorsOf(diagnostics)).toEqual([]);
      project.write({ 'run.mjs': `import { Greeter } from './out/greeter.js';${resumeAtSleep}` });
      const { stdout, stderr, code } = await project.node(['--enable-source-maps', 'run.mjs']);
      expect(stderr).toBe('');
      expect(code).toBe(0);
      expect(stdout).toContain('throw TypeError');
      // V8 points at the property that is read.
      const written = greeter.split('\n')[8]!;
      expect(stdout).toContain(`${project.root}/src/greeter.ts:9:${written.indexOf('length') + 1})`);
    });

  it('without source maps points elsewhere, so the maps are what does it', async () => {
    const project = tempProject({ 'tsconfig.json': tsconfig(), 'src/greeter.ts': greeter });
    await compile({ files: ['src/greeter.ts'], cwd: project.root, outDir: 'out', emit: true });
    project.write({ 'run.mjs': `import { Greeter } from './out/greeter.js';${resumeAtSleep}` });
    const { stdout } = await project.node(['run.mjs']);
    expect(stdout).not.toContain('greeter.ts');
  });

  it('reaches every local module by the path of its output, however it was written', async () => {
    const project = tempProject({
      'tsconfig.json': tsconfig({ allowJs: true, resolveJsonModule: true, paths: { '@lib/*': ['./src/lib/*'] } }),
      'package.json': JSON.stringify({ name: 'sample', type: 'module', imports: { '#deep': './src/deep/index.ts' } }),
      'src/main.ts': [
        "import { bare } from './bare';",
        "import { js } from './with-js.js';",
        "import { ts } from './with-ts.ts';",
        "import { deep } from './deep';",
        "import { mapped } from '@lib/mapped';",
        "import { deep as hashed } from '#deep';",
        "import { plain } from './plain.js';",
        "import data from './data.json';",
        "import { old } from './old.mjs';",
        "import type { Shape } from './shape';",
        "export { again } from './again';",
        "export * from './star';",
        "const { late } = await import('./late');",
        'export const all: Shape = [bare, js, ts, deep, mapped, hashed, plain, data.name, old, late];',
      ].join('\n'),
      'src/bare.ts': "export const bare = 'bare';",
      'src/with-js.ts': "export const js = 'js';",
      'src/with-ts.ts': "export const ts = 'ts';",
      'src/deep/index.ts': "import { bare } from '../bare';\nexport const deep = 'deep ' + bare;",
      'src/lib/mapped.ts': "export const mapped = 'mapped';",
      'src/plain.js': "export const plain = 'plain';",
      'src/data.json': '{ "name": "data" }',
      'src/old.mts': "export const old = 'old';",
      'src/shape.ts': 'export type Shape = string[];',
      'src/again.ts': "export const again = 'again';",
      'src/star.ts': "export const star = 'star';",
      'src/late.ts': "export const late = 'late';",
    });
    const { diagnostics, outputs } = await compile({
      files: ['src/main.ts'],
      cwd: project.root,
      outDir: 'out',
      emit: true,
    });
    expect(errorsOf(diagnostics)).toEqual([]);
    expect(outputs.map(({ path }) => path.slice(project.root.length))).toContain('/out/old.mjs');
    project.write({
      'run.mjs': "import { all, again, star } from './out/main.js'; console.log(all.join(), again, star);",
    });
    const { stdout, stderr } = await project.node(['run.mjs']);
    expect(stderr).toBe('');
    expect(stdout).toBe(
      'bare,js,ts,deep,mapped,deep bare,plain,data,old,late again star\n'.replace('deep,mapped', 'deep bare,mapped'),
    );
  });

  it('rewrites a specifier inside a workflow in its machine too', async () => {
    const project = tempProject({
      'tsconfig.json': tsconfig(),
      'src/loader.ts': `import { sleep, workflow } from 'hopline';
export class Loader {
  @workflow()
  async load(): Promise<string> {
    await sleep('1s');
    const { part } = await import('./part');
    return part;
  }
}`,
      'src/part.ts': "export const part = 'part';",
    });
    const { outputs, diagnostics } = await compile({ files: ['src/loader.ts'], cwd: project.root, outDir: 'out' });
    expect(errorsOf(diagnostics)).toEqual([]);
    const text = outputs.find(({ path }) => path.endsWith('loader.js'))!.text;
    expect(text.match(/import\('\.\/part\.js'\)/g)).toHaveLength(2);
    expect(text).not.toContain("'./part'");
  });

  it('leaves nothing of a type that is re-exported under its plain name', async () => {
    const project = tempProject({
      'tsconfig.json': tsconfig(),
      'src/main.ts':
        "import { Shape, side } from './shape';\nexport { Shape, side };\nexport { Shape as Form } from './shape';",
      'src/shape.ts': 'export interface Shape { n: number }\nexport const side = 4;',
    });
    await compile({ files: ['src/main.ts'], cwd: project.root, outDir: 'out', emit: true });
    project.write({ 'run.mjs': "import * as main from './out/main.js'; console.log(Object.keys(main).join());" });
    const { stdout, stderr } = await project.node(['run.mjs']);
    expect(stderr).toBe('');
    expect(stdout).toBe('side\n');
  });

  it('keeps the class fields that the tsconfig means, though its target changes', async () => {
    const source =
      'class Base { constructor() { (this as any).n = 1; } }\nexport class Sub extends Base { n?: number; }';
    const seen: Record<string, string> = {};
    for (const target of ['es2020', 'es2022']) {
      const project = tempProject({ 'tsconfig.json': tsconfig({ target }), 'src/main.ts': source });
      await compile({ files: ['src/main.ts'], cwd: project.root, outDir: 'out', emit: true });
      project.write({ 'run.mjs': "import { Sub } from './out/main.js'; console.log(new Sub().n);" });
      seen[target] = (await project.node(['run.mjs'])).stdout.trim();
    }
    expect(seen).toEqual({ es2020: '1', es2022: 'undefined' });
  });

  it('runs in a package that is CommonJS, because its folder says what it is', async () => {
    const project = tempProject({
      'package.json': JSON.stringify({ name: 'old', type: 'commonjs' }),
      'tsconfig.json': tsconfig(),
      'src/main.ts': 'export const n: number = 1;',
    });
    await compile({ files: ['src/main.ts'], cwd: project.root, outDir: 'out', emit: true });
    project.write({ 'run.mjs': "import { n } from './out/main.js'; console.log(n);" });
    expect(await project.node(['run.mjs'])).toMatchObject({ stdout: '1\n', stderr: '' });
  });

  it('carries plain CommonJS along', async () => {
    const project = tempProject({
      'tsconfig.json': tsconfig({ allowJs: true, esModuleInterop: true }),
      'src/main.ts':
        "import legacy from './legacy.cjs';\nimport older from './older.js';\nconsole.log(legacy.n, older.n);",
      'src/legacy.cjs': "const { n } = require('./number.cjs');\nmodule.exports = { n };",
      'src/number.cjs': 'exports.n = 2;',
      'src/older.js': 'module.exports = { n: 3 };',
    });
    const { diagnostics } = await compile({ files: ['src/main.ts'], cwd: project.root, outDir: 'out', emit: true });
    expect(errorsOf(diagnostics)).toEqual([]);
    expect(await project.node(['out/main.js'])).toMatchObject({ stdout: '2 3\n', stderr: '' });
  });

  it('needs no tsconfig', async () => {
    const project = tempProject({ 'greeter.ts': greeter });
    const { diagnostics, outputs } = await compile({ files: ['greeter.ts'], cwd: project.root });
    expect(errorsOf(diagnostics)).toEqual([]);
    expect(outputs.map(({ path }) => path)).toEqual([`${project.root}/dist/greeter.js`]);
    expect(project.has('dist')).toBe(false);
    expect(project.has('hopline.lock.json')).toBe(false);
  });

  it('is the same twice, and the same whichever files are asked for together', async () => {
    const other = greeter.replaceAll('Greeter', 'Other');
    const project = tempProject({
      'tsconfig.json': tsconfig({ rootDir: 'src' }),
      'src/greeter.ts': greeter,
      'src/other.ts': other,
    });
    const build = (files: string[]) => compile({ files, cwd: project.root, outDir: 'out' });
    const [first, second, alone] = [
      await build(['src/greeter.ts', 'src/other.ts']),
      await build(['src/other.ts', 'src/greeter.ts']),
      await build(['src/greeter.ts']),
    ];
    expect(second.manifest).toEqual(first.manifest);
    expect(new Set(second.outputs.map(({ text }) => text))).toEqual(new Set(first.outputs.map(({ text }) => text)));
    expect(alone.outputs[0]).toEqual(first.outputs[0]);
  });
});

describe('what cannot be compiled', () => {
  it('a faulty file is left out with file, line and column, and the others are emitted', async () => {
    const project = tempProject({
      'tsconfig.json': tsconfig(),
      'src/good.ts': greeter,
      'src/bad.ts': greeter.replaceAll('Greeter', 'Bad').replace('return text;', 'return text.nothing;'),
      'src/broken.ts': 'export const x = ;\n',
    });
    const files = ['src/bad.ts', 'src/broken.ts', 'src/good.ts', 'src/missing.ts', 'src', 'package.json'];
    const { diagnostics, outputs } = await compile({ files, cwd: project.root, outDir: 'out', emit: true });
    expect(diagnostics.map(({ code, file, line, column }) => `${file}:${line}:${column} ${code}`)).toEqual([
      'package.json:1:1 HL7002',
      'src:1:1 HL7002',
      'src/bad.ts:10:17 TS2339',
      'src/broken.ts:1:18 TS1109',
      'src/missing.ts:1:1 HL7002',
    ]);
    expect(outputs.map(({ path }) => path)).toEqual([`${project.root}/out/good.js`]);
    expect(project.has('out/bad.js')).toBe(false);
    expect(project.read('out/good.js')).toContain('//# sourceMappingURL=good.js.map');
  });

  it('two workflows of one name are an error in both files, naming the other', async () => {
    const project = tempProject({
      'tsconfig.json': tsconfig(),
      'src/a.ts': greeter,
      'src/b.ts': greeter,
      'src/c.ts': greeter.replaceAll('Greeter', 'C'),
    });
    const { diagnostics, outputs } = await compile({
      files: ['src/a.ts', 'src/b.ts', 'src/c.ts'],
      cwd: project.root,
      emit: true,
      outDir: 'out',
    });
    expect(diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual([
      'HL7001 src/a.ts:5',
      'HL7001 src/b.ts:5',
    ]);
    for (const { message } of diagnostics) {
      expect(message).toContain('src/a.ts');
      expect(message).toContain('src/b.ts');
    }
    expect(outputs).toHaveLength(1);
  });

  it('a name of its own in the decorator tells two classes apart', async () => {
    const named = greeter.replace('@workflow()', "@workflow({ name: 'second' })");
    const project = tempProject({ 'tsconfig.json': tsconfig(), 'src/a.ts': greeter, 'src/b.ts': named });
    const { diagnostics, manifest } = await compile({ files: ['src/a.ts', 'src/b.ts'], cwd: project.root });
    expect(errorsOf(diagnostics)).toEqual([]);
    expect((manifest as { workflows: { name: string }[] }).workflows.map(({ name }) => name)).toEqual([
      'Greeter.greet',
      'second',
    ]);
  });

  it('never writes over a source', async () => {
    const project = tempProject({ 'tsconfig.json': tsconfig({ allowJs: true }), 'main.js': 'export const n = 1;' });
    const { diagnostics, outputs } = await compile({ files: ['main.js'], cwd: project.root, outDir: '.', emit: true });
    expect(diagnostics.map(({ code }) => code)).toEqual(['HL7005']);
    expect(outputs).toEqual([]);
    expect(project.read('main.js')).toBe('export const n = 1;');
  });

  it('CommonJS syntax that has no form in ES modules is refused with the form that has', async () => {
    const project = tempProject({
      'tsconfig.json': tsconfig(),
      'src/main.ts': "import path = require('node:path');\nconst sep = path.sep;\nexport = sep;",
    });
    const { diagnostics, outputs } = await compile({ files: ['src/main.ts'], cwd: project.root });
    expect(diagnostics.map(({ code, line, hint }) => `${code} ${line} ${hint!.includes('Write')}`)).toEqual([
      'HL7004 1 true',
      'HL7004 3 true',
    ]);
    expect(outputs).toEqual([]);
  });

  it('a tsconfig that cannot be read stops everything, at the tsconfig', async () => {
    const project = tempProject({
      'tsconfig.json': '{ "compilerOptions": { "target": "es1848" } }',
      'main.ts': 'export {};',
    });
    const { diagnostics, outputs } = await compile({ files: ['main.ts'], cwd: project.root });
    expect(diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual(['HL7003 tsconfig.json']);
    expect(outputs).toEqual([]);
  });

  it('an option that this TypeScript does not know is only warned of', async () => {
    const project = tempProject({ 'tsconfig.json': tsconfig({ ofTomorrow: true }), 'main.ts': 'export const n = 1;' });
    const { diagnostics, outputs } = await compile({ files: ['main.ts'], cwd: project.root });
    expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['HL7003 warning']);
    expect(outputs).toHaveLength(1);
  });

  it('unused names are warnings, because they say nothing against the types', async () => {
    const project = tempProject({
      'tsconfig.json': tsconfig({ noUnusedLocals: true }),
      'main.ts': `${greeter}const unused = 1;\n`,
    });
    const { diagnostics, outputs } = await compile({ files: ['main.ts'], cwd: project.root });
    expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['TS6133 warning']);
    expect(outputs).toHaveLength(1);
  });
});

describe('the tsconfig', () => {
  it('is the one that a solution refers to for the file', async () => {
    const project = tempProject({
      'tsconfig.json': JSON.stringify({ files: [], references: [{ path: './tsconfig.app.json' }] }),
      'tsconfig.app.json': JSON.stringify({
        ...JSON.parse(tsconfig({ paths: { '@/*': ['./src/*'] } })),
        include: ['src'],
      }),
      'src/main.ts': "import { n } from '@/n';\nexport const twice = 2 * n;",
      'src/n.ts': 'export const n = 1;',
    });
    const { outputs } = await compile({ files: ['src/main.ts'], cwd: project.root });
    expect(outputs.map(({ path }) => path.split('/').pop())).toEqual(['main.js', 'n.js']);
  });

  it('means what the installed TypeScript makes of it: before 6 it was not strict by itself', async () => {
    const loose = { ...JSON.parse(tsconfig()).compilerOptions, strict: undefined };
    const source = greeter.replace('return text;', 'const part: string = null; return text + part;');
    const codes: Record<string, string[]> = {};
    for (const version of ['5.9.3', '6.0.3']) {
      const project = tempProject({
        'tsconfig.json': JSON.stringify({ compilerOptions: loose }),
        'node_modules/typescript/package.json': JSON.stringify({ name: 'typescript', version }),
        'main.ts': source,
      });
      const { diagnostics } = await compile({ files: ['main.ts'], cwd: project.root });
      codes[version] = diagnostics.map(({ code }) => code);
    }
    expect(codes).toEqual({ '5.9.3': [], '6.0.3': ['TS2322'] });
  });

  it('under nodenext gives the errors that tsc gives, and no others', async () => {
    const source = greeter
      .replace('import { activity', "import { join } from 'node:path';\nimport { activity")
      .replace('hello ', '${join(import.meta.url, "x")}');
    const project = tempProject(
      {
        'tsconfig.json': tsconfig({ module: 'nodenext', moduleResolution: 'nodenext', types: ['node'] }),
        'main.ts': source,
      },
      ['@types'],
    );
    const { diagnostics } = await compile({ files: ['main.ts'], cwd: project.root });
    expect(errorsOf(diagnostics)).toEqual([]);
  });
});
