/**
 * The built commands. Each is run once as a child process, as users run it; what else it does is asked of the same built
 * code in this process, where the library's types are read once.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQSClient, CreateQueueCommand, ListQueuesCommand } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { type ProcessResult, type TempProject, checkout, tempProject, tsconfig } from '../unit/codegen/temp-project.ts';

const main = join(checkout, 'dist/codegen/cli/main.js');
const child = (
  project: TempProject,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<ProcessResult> => project.node([main, ...args], env);

const { runCommandLine } = (await import(
  join(checkout, 'dist/codegen/cli/program.js')
)) as typeof import('../../codegen/cli/program.ts');
const { colours } = (await import(
  join(checkout, 'dist/codegen/diagnostics/colours.js')
)) as typeof import('../../codegen/diagnostics/colours.ts');

/** The same in this process: neither stream is a terminal. */
async function hopline(
  project: TempProject,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<ProcessResult> {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    write: (text: string) => void (written[name] += text),
    isTerminal: false,
    columns: 80,
    colours: colours(false),
  });
  vi.stubEnv('CI', env['CI'] ?? '');
  const code = await runCommandLine(args, {
    cwd: project.root,
    env,
    out: stream('stdout'),
    err: stream('stderr'),
    interrupted: () => Promise.reject(new Error('no command here waits to be interrupted')),
  });
  vi.unstubAllEnvs();
  return { code, ...written };
}

const source = `import { activity, sleep, workflow } from 'hopline';
export class Dunning {
  @workflow()
  async collect(id: string): Promise<boolean> {
    await sleep('1 day');
    return this.charge(id);
  }
  @activity() async charge(id: string): Promise<boolean> { return id !== ''; }
}
`;
const faulty = source.replaceAll('Dunning', 'Faulty').replace("sleep('1 day')", 'sleep(id.nothing)');

const sample = (files: Record<string, string> = {}) =>
  tempProject({ 'tsconfig.json': tsconfig(), 'src/dunning.ts': source, ...files });

describe('hopline', () => {
  it('says how it is used', async () => {
    const project = sample();
    const help = await child(project, ['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const word of ['build', 'check', 'graph', 'sqs', 'Examples:', 'Exit codes'])
      expect(help.stdout).toContain(word);
    for (const command of ['build', 'check', 'graph', 'sqs']) {
      const { stdout, code } = await hopline(project, ['help', command]);
      expect(code).toBe(0);
      expect(stdout).toContain(`Usage: hopline ${command}`);
      expect(stdout).toContain('Examples:');
    }
    const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string };
    expect(await child(project, ['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  it('answers wrong usage with 2 and what was probably meant', async () => {
    const project = sample();
    const cases: [string[], string][] = [
      [[], 'Usage: hopline'],
      [['biuld', 'x'], 'Did you mean build?'],
      [['build'], "missing required argument 'files'"],
      [['build', 'src/dunning.ts', '--ouy', 'x'], 'Did you mean --out?'],
      [['build', 'src/duning.ts'], 'Did you mean src/dunning.ts?'],
      [['build', 'lib/**/*.ts'], 'matches none'],
      [['graph', 'src/dunning.ts', 'Dunning.colect'], 'Did you mean Dunning.collect?'],
      [['sqs', '--port', '99999'], 'from 0 to 65535'],
    ];
    for (const [args, said] of cases) {
      const { code, stdout, stderr } = await hopline(project, args);
      expect(`${args.join(' ')}: ${code} ${stderr}`).toContain(said);
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
    }
  });
});

describe('hopline build', () => {
  it('writes modules that node runs, maps, the manifest and the lock', async () => {
    const project = sample();
    const { code, stdout, stderr } = await child(project, ['build', 'src/dunning.ts', '--out', 'out']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'hopline.lock.json updated\nDunning.collect:\n  sleep   new\n  charge  new\n',
    });
    expect(stdout).toMatch(/^1 workflow, 1 module to out in \d+\.\d s\n$/);
    for (const path of ['out/dunning.js', 'out/dunning.js.map', 'out/hopline.manifest.json', 'hopline.lock.json'])
      expect(project.has(path), path).toBe(true);
    project.write({
      'run.mjs': "import { Dunning } from './out/dunning.js'; console.log(await new Dunning().charge('x'));",
    });
    expect(await project.node(['run.mjs'])).toMatchObject({ stdout: 'true\n', stderr: '' });
  });

  it('takes folders and patterns, quoted or not', async () => {
    const project = sample({
      'src/deep/other.ts': source.replaceAll('Dunning', 'Other'),
      'src/types.d.ts': 'declare const x: 1;',
    });
    // The last comes after a build, whose outputs are no sources.
    for (const pattern of ['src', 'src/**/*.ts', '{src,lib}/**/*.ts', '.']) {
      const { code, stdout } = await hopline(project, ['build', pattern, '--out', 'out']);
      expect({ pattern, code, stdout }).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('2 workflows, 2 modules') as string,
      });
    }
  });

  it('shows a faulty file with its lines, emits the others, and exits with 1', async () => {
    const project = sample({ 'src/faulty.ts': faulty });
    const { code, stdout, stderr } = await hopline(project, ['build', 'src', '--out', 'out']);
    expect(code).toBe(1);
    expect(stderr).toContain("src/faulty.ts:5:20 error TS2339 Property 'nothing' does not exist on type 'string'.");
    expect(stderr).toContain('  5 |     await sleep(id.nothing);\n    |                    ^^^^^^^\n');
    expect(stdout).toContain('1 error; 1 workflow, 1 module to out');
    expect(project.has('out/dunning.js')).toBe(true);
    expect(project.has('out/faulty.js')).toBe(false);
  });

  it('gives diagnostics as JSON lines and nothing else on standard output', async () => {
    const project = sample({ 'src/faulty.ts': faulty });
    const { code, stdout, stderr } = await child(project, ['build', 'src', '--out', 'out', '--json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toEqual([
      {
        code: 'TS2339',
        severity: 'error',
        file: 'src/faulty.ts',
        line: 5,
        column: 20,
        message: "Property 'nothing' does not exist on type 'string'.",
      },
    ]);
    expect(await hopline(project, ['build', 'src/dunning.ts', '--out', 'out', '--json'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('is coloured where it is told to, and not in a pipe', async () => {
    const project = sample({ 'src/faulty.ts': 'export const x = ;' });
    const args = ['build', 'src/faulty.ts', '--out', 'out'];
    const piped = await child(project, args);
    const forced = await child(project, args, { FORCE_COLOR: '1' });
    const refused = await child(project, args, { FORCE_COLOR: '1', NO_COLOR: '1' });
    expect(piped.stderr).not.toContain('\u001b[');
    expect(forced.stderr).toContain('\u001b[31m');
    expect(refused.stderr).not.toContain('\u001b[');
  });

  it('lets no string of the source act on the terminal', async () => {
    const project = sample({
      'src/faulty.ts': faulty.replace('id.nothing', "id.nothing as '\u001b[2J\u001b]0;title\u0007'"),
    });
    const { stdout, stderr } = await hopline(project, ['build', 'src/faulty.ts', '--out', 'out']);
    expect(stderr).toContain('TS2339');

    expect(`${stdout}${stderr}`).not.toMatch(/[\u001b\u0007]/);
  });

  it('with --frozen-lock or under CI refuses what differs from the lock, per state', async () => {
    const project = sample();
    expect(await hopline(project, ['build', 'src', '--out', 'out', '--frozen-lock'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('HL8002') as string,
    });
    const unlocked = await hopline(project, ['build', 'src', '--out', 'out'], { CI: 'true' });
    expect(unlocked).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('There is no hopline.lock.json') as string,
    });
    expect(project.has('hopline.lock.json')).toBe(false);

    await hopline(project, ['build', 'src', '--out', 'out']);
    expect(await hopline(project, ['build', 'src', '--out', 'out', '--frozen-lock'])).toMatchObject({
      code: 0,
      stderr: '',
    });
    project.write({
      'src/dunning.ts': source.replace(
        'return this.charge(id);',
        "await sleep('2 days');\n    return this.charge(id);",
      ),
    });
    for (const [args, env] of [
      [['--frozen-lock'], {}],
      [[], { CI: 'true' }],
    ] as const) {
      const { code, stderr } = await hopline(project, ['build', 'src', '--out', 'out', ...args], env);
      expect(code).toBe(1);
      expect(stderr).toContain('src/dunning.ts:4:3 error HL8001');
      expect(stderr).toContain('sleep-2  new');
    }
  });
});

describe('hopline check', () => {
  it('compares with the lock, and with --update writes it and nothing else', async () => {
    const project = sample();
    expect(await hopline(project, ['check', 'src'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('HL8002') as string,
    });
    expect(project.has('hopline.lock.json')).toBe(false);
    expect(await hopline(project, ['check', 'src', '--update'])).toMatchObject({
      code: 0,
      stdout: '1 workflow checked\n',
    });
    expect(project.has('hopline.lock.json')).toBe(true);
    expect(project.has('dist')).toBe(false);
    expect(await child(project, ['check', 'src'])).toEqual({ code: 0, stdout: '1 workflow checked\n', stderr: '' });

    project.write({ 'src/dunning.ts': source.replace("await sleep('1 day');", '') });
    const differing = await hopline(project, ['check', 'src', '--json']);
    expect(differing.code).toBe(1);
    expect(JSON.parse(differing.stdout)).toMatchObject({
      code: 'HL8001',
      file: 'src/dunning.ts',
      message: expect.stringContaining('sleep  gone') as string,
    });
    const updated = await hopline(project, ['check', 'src', '--update'], { CI: 'true' });
    expect(updated.code).toBe(0);
    expect(updated.stderr).toContain('Runs that stand at such a state');
  });

  it('counts as checked what has no error', async () => {
    const project = sample();
    await hopline(project, ['check', 'src', '--update']);
    project.write({ 'src/faulty.ts': faulty });
    expect((await hopline(project, ['check', 'src'])).stdout).toBe('1 error; 1 workflow in files without error\n');
    expect((await hopline(project, ['check', 'src/faulty.ts'])).stdout).toBe('1 error\n');
  });

  it('resolves the conflict that a merge left in the lock', async () => {
    const project = sample();
    await hopline(project, ['check', 'src', '--update']);
    const lock = project.read('hopline.lock.json');
    project.write({ 'hopline.lock.json': `<<<<<<< HEAD\n${lock}=======\n${lock}>>>>>>> theirs\n` });
    expect((await hopline(project, ['check', 'src', '--update'])).code).toBe(0);
    expect(project.read('hopline.lock.json')).toBe(lock);
  });
});

describe('hopline graph', () => {
  it('prints the state chart of one method or of all', async () => {
    const { code, stdout, stderr } = await child(sample(), ['graph', 'src/dunning.ts', 'Dunning.collect']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`stateDiagram-v2
  state "sleep('1 day') · line 5" as m0_s0
  state "charge(id) · line 6" as m0_s1
  [*] --> m0_s0
  m0_s0 --> m0_s1
  m0_s1 --> [*]
`);
  });

  it('shows what is wrong with a file that has no chart', async () => {
    const { code, stdout, stderr } = await hopline(sample({ 'src/dunning.ts': faulty }), ['graph', 'src/dunning.ts']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('TS2339');
  });
});

describe('hopline sqs', () => {
  const children: ChildProcess[] = [];
  afterEach(() => children.splice(0).forEach((each) => each.kill('SIGKILL')));

  it('serves the AWS SDK until it is interrupted', async () => {
    const server = spawn(process.execPath, [main, 'sqs', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(server);
    let printed = '';
    const endpoint = await new Promise<string>((resolve, reject) => {
      server.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const found = /export AWS_ENDPOINT_URL_SQS=(\S+)/.exec(printed);
        if (found) resolve(found[1]!);
      });
      server.once('exit', (code) => reject(new Error(`hopline sqs ended with ${code}`)));
    });
    expect(endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
    const client = new SQSClient({
      endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    await client.send(new CreateQueueCommand({ QueueName: 'orders' }));
    const { QueueUrls } = await client.send(new ListQueuesCommand({}));
    client.destroy();
    expect(QueueUrls).toHaveLength(1);
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});
