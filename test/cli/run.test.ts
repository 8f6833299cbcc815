/**
 * `hopline run`, built. What a process as such does (signals, an end in spite of open handles) is asked of child processes;
 * the rest of the same built code in this process, where the library's types are read once.
 */
import { spawn } from 'node:child_process';
import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent } from 'hopline';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { type ProcessResult, type TempProject, checkout, tempProject, tsconfig } from '../unit/codegen/temp-project.ts';

const main = join(checkout, 'dist/codegen/cli/main.js');
const { runCommandLine } = (await import(
  join(checkout, 'dist/codegen/cli/program.js')
)) as typeof import('../../codegen/cli/program.ts');
const { colours } = (await import(
  join(checkout, 'dist/codegen/diagnostics/colours.js')
)) as typeof import('../../codegen/diagnostics/colours.ts');

interface Surroundings {
  readonly isTerminal?: boolean;
  readonly onOutput?: (soFar: string) => void;
  readonly interrupted?: () => Promise<void>;
}

afterEach(() => void vi.restoreAllMocks());

async function run(
  project: TempProject,
  args: readonly string[],
  surroundings: Surroundings = {},
): Promise<ProcessResult> {
  const { isTerminal = false, onOutput, interrupted = () => new Promise<void>(() => {}) } = surroundings;
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    write(text: string) {
      written[name] += text;
      onOutput?.(written.stdout);
    },
    isTerminal,
    columns: 80,
    colours: colours(isTerminal),
  });
  const code = await runCommandLine(['run', ...args], {
    cwd: project.root,
    env: {},
    out: stream('stdout'),
    err: stream('stderr'),
    interrupted,
  });
  expect(compiledFolders(project)).toEqual([]);
  return { code, ...written };
}

function compiledFolders({ root }: TempProject): string[] {
  const cache = join(root, 'node_modules/.cache/hopline');
  return existsSync(cache) ? readdirSync(cache) : [];
}

async function events(project: TempProject, args: readonly string[]): Promise<RunEvent[]> {
  const { stdout, stderr } = await run(project, [...args, '--json']);
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);
}

const project = (files: Record<string, string>) =>
  tempProject({ 'tsconfig.json': tsconfig({ types: ['node'] }), ...files }, ['@types', 'undici-types']);

const greeting = `import { activity, FatalError, sleep, workflow } from 'hopline';
export class Greeting {
  @workflow()
  async hello(name: string): Promise<string> {
    const greeting = await this.compose(name);
    await sleep('2h');
    return greeting + '!';
  }

  @workflow()
  async weeks(name: string): Promise<string> {
    await sleep('20 days');
    return name;
  }

  @workflow()
  async refused(why: string): Promise<void> {
    await sleep('1s');
    throw new FatalError(why);
  }

  @workflow()
  async broken(why: string): Promise<void> {
    await this.fail(why);
  }

  @workflow()
  async odd(): Promise<unknown> {
    await sleep('1s');
    console.log('said by the workflow');
    return { big: 10n, map: new Map([['a', new Set([1])]]), at: new Date(0), none: undefined };
  }

  @activity({ retry: { attempts: 2, initial: '1s', jitter: 'none' } })
  async fail(why: string): Promise<void> {
    throw new TypeError(why);
  }

  @activity()
  async compose(name: string): Promise<string> {
    return 'hello ' + name;
  }
}
`;
const alone = project({ 'src/greeting.ts': greeting });
const file = 'src/greeting.ts';

describe('a run', () => {
  it('of a class that needs nothing goes to its end, told line by line', async () => {
    const { code, stdout, stderr } = await run(alone, [
      file,
      'Greeting.hello',
      '--args',
      '["Ada"]',
      '--start',
      '2026-03-01',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n').map((line) => line.trimEnd());
    expect(lines[0]).toBe(
      'Greeting.hello of src/greeting.ts: a run on an embedded SQS queue, in virtual time from 2026-03-01 00:00:00 UTC.',
    );
    expect(lines.slice(3, 6).map((line) => line.replace(/[\d,]+ bytes/, 'N bytes'))).toEqual([
      '    00:00:00.000  start       Greeting.hello begins',
      '    00:00:00.000  activity    compose done',
      '    00:00:00.000  hop         asleep at sleep until 2026-03-01 02:00:00 UTC, 2 h by hops of up to 900 s · carries greeting, N bytes',
    ]);
    expect(lines.filter((line) => line.includes('asleep for 900 s more'))).toHaveLength(7);
    expect(lines).toContain(`    02:00:00.000  result      completed 'hello Ada!'`);
    expect(lines.at(-2)).toMatch(/^8 messages after the first; 2 h on the queue's clock, /);
  });

  it('of a sleep of two hours is exactly eight hops of 900 s', async () => {
    const all = await events(alone, [file, 'Greeting.hello', '--args', '["Ada"]', '--start', '2026-03-01']);
    expect(all.map(({ kind }) => kind)).toEqual(['start', 'activity', ...Array<string>(8).fill('hop'), 'result']);
    expect(all.filter(({ kind }) => kind === 'hop').map(({ delaySeconds }) => delaySeconds)).toEqual(
      Array(8).fill(900),
    );
    expect(all[2]).toMatchObject({ state: 'sleep', locals: ['greeting'], bodyBytes: expect.any(Number) as number });
    const { at, ...result } = all.at(-1)!;
    expect(result).toMatchObject({ kind: 'result', runId: 'run', status: 'completed', value: 'hello Ada!' });
    const seconds = (at - Date.parse('2026-03-01')) / 1_000;
    expect(seconds).toBeGreaterThanOrEqual(7_200);
    expect(seconds).toBeLessThanOrEqual(7_205);
  });

  it('tells the hops of a long sleep in one line, unless all are asked for', async () => {
    const args = [file, 'Greeting.weeks', '--args', '["Ada"]', '--id', 'weeks'];
    const folded = await run(alone, args);
    expect(folded.stdout).toMatch(/19d 23:\d\d:\d\d\.\d{3} {2}hop {9}19\d\d hops later, asleep for \d+ s more/);
    expect(folded.stdout.split('\n').length).toBeLessThan(15);
    const all = await run(alone, [...args, '--all-hops']);
    expect(all.stdout.split('\n').length).toBeGreaterThan(1_900);
  });

  it('tells how long an activity took, and of no result nothing', async () => {
    const source = `import { activity, activityContext, workflow } from 'hopline';
export class Slow {
  @workflow() async go(): Promise<void> { try { await this.stuck(); } catch {} }
  @activity({ timeout: '2s', retry: { attempts: 2, jitter: 'none' } })
  async stuck(): Promise<void> {
    await new Promise((_, reject) => activityContext().signal.addEventListener('abort', () => reject(new Error('late'))));
  }
}`;
    const { stdout } = await run(project({ 'slow.ts': source }), ['slow.ts']);
    expect(stdout).toMatch(/activity {4}stuck failed after 2 s: ActivityTimeoutError/);
    expect(stdout).toMatch(/activity {4}stuck, attempt 2, failed after 2 s: ActivityTimeoutError/);
    expect(stdout).toMatch(/^run {2}completed$/m);
  });

  it('tells the end of a long wait before what the code prints after it', async () => {
    const source = `import { activity, workflow } from 'hopline';
export class Patient {
  @workflow() async wait(note = 'tried', ...more: string[]): Promise<void> { await this.tried(note, more.length); }
  @activity({ retry: { delays: ['1 day'] } })
  async tried(note: string, more: number): Promise<void> { console.log(note, more); throw new Error('no'); }
}`;
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((text) => printed.push(String(text)));
    const seen: string[][] = [];
    const onOutput = (soFar: string) => {
      const told = soFar.split('\n').at(-2)!;
      if (told.includes('hops later')) seen.push([...printed]);
    };
    await run(project({ 'patient.ts': source }), ['patient.ts'], { onOutput });
    expect(printed).toEqual(['tried', 'tried']);
    expect(seen).toEqual([['tried']]);
  });

  it.each([
    ['Greeting.refused', 'failed: FatalError: no way', ['start', 'hop', 'result']],
    [
      'Greeting.broken',
      'paused at fail, in the dead-letter queue: TypeError: no way',
      ['start', 'activity', 'retry', 'activity', 'dead-letter'],
    ],
  ])('%s exits with 1 and says why', async (method, why, kinds) => {
    const { code, stdout } = await run(alone, [file, method, '--args', '["no way"]']);
    expect(code).toBe(1);
    expect(stdout).toContain(why);
    expect((await events(alone, [file, method, '--args', '["no way"]'])).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('runs at a speed: ten minutes in less than the tenth of it, and no faster than asked', async () => {
    const source = `import { sleep, workflow } from 'hopline';
export class Nap { @workflow() async nap(): Promise<string> { await sleep('10 min'); return 'awake'; } }`;
    const began = performance.now();
    const all = await events(project({ 'nap.ts': source }), ['nap.ts', '--speed', '300']);
    expect(performance.now() - began).toBeGreaterThanOrEqual(2_000);
    expect(all.at(-1)).toMatchObject({ status: 'completed', value: 'awake' });
    expect(all.at(-1)!.at - all[0]!.at).toBeGreaterThanOrEqual(600_000);
  });

  it('gives values as plain JSON, and keeps what the code prints apart', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { stdout } = await run(alone, [file, 'Greeting.odd', '--json']);
    const value: unknown = (JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as RunEvent)['value'];
    expect(value).toEqual({ big: '10', map: [['a', [1]]], at: '1970-01-01T00:00:00.000Z' });
    expect(said).toHaveBeenCalledWith('said by the workflow');
  });

  it('lets no control character of the user through, and paints only on a terminal', async () => {
    const evil = '\u001b[2J\u001b]0;title\u0007\u0008\u202evil';
    const args = [file, 'Greeting.broken', '--args', JSON.stringify([evil])];
    const plain = await run(alone, args);
    expect(plain.stdout).toContain('vil');
    expect(plain.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    const painted = await run(alone, args, { isTerminal: true });
    expect(painted.stdout.match(/\u001b.{0,4}/g)!.every((code) => /^\u001b\[\d\d?m/.test(code))).toBe(true);
  });

  it('that goes on for long ends with Ctrl-C, in order', async () => {
    let interrupt = () => {};
    const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
    const { code, stdout } = await run(alone, [file, 'Greeting.weeks', '--args', '["Ada"]', '--speed', '1'], {
      interrupted: () => interrupted,
      onOutput: (soFar) => soFar.includes('asleep at sleep') && interrupt(),
    });
    expect(code).toBe(1);
    expect(stdout).toContain('not ended');
    expect(stdout).toContain('Stopped by you before the end.');
  });
});

describe('several runs', () => {
  it('begin for each entry of a list, numbered', async () => {
    const all = await events(alone, [file, 'Greeting.hello', '--each', '[["Ada"], "Bob"]', '--id', 'g']);
    const values = all.filter(({ kind }) => kind === 'result').map(({ runId, value }) => [runId, value]);
    expect(values).toEqual([
      ['g-1', 'hello Ada!'],
      ['g-2', 'hello Bob!'],
    ]);
  });

  it('take their ids from the keys of an object in a file', async () => {
    alone.write({ 'people.json': '{ "a": "Ada", "b": "Bob" }' });
    const { code, stdout } = await run(alone, [file, 'Greeting.hello', '--each', '@people.json']);
    expect(code).toBe(0);
    expect(stdout).toContain(`\na  completed 'hello Ada!'\nb  completed 'hello Bob!'\n`);
  });
});

const dunning = `import { sleep, workflow, type Activities } from 'hopline';
export interface Bank { charge(invoice: string): Promise<boolean> }
export class Dunning {
  constructor(private readonly bank: Activities<Bank>, private readonly days: number, private readonly name = 'x') {}
  @workflow()
  async collect(invoice: string): Promise<string> {
    await sleep({ days: this.days });
    return (await this.bank.charge(invoice)) ? this.name : 'unpaid';
  }
}
export class Other { @workflow() async work(): Promise<void> { await sleep('1s'); } }
`;
const config = (workflows: string) => `import { defineConfig } from 'hopline';
import { Dunning, Other } from './dunning.ts';
export default defineConfig({ files: ['dunning.ts'], workflows: () => ${workflows} });
`;

describe('classes', () => {
  it('are built by the nearest configuration', async () => {
    const services = project({
      'app/dunning.ts': dunning,
      'app/hopline.config.ts': config(`[new Dunning({ charge: async (invoice) => invoice === 'i-1' }, 3)]`),
    });
    const all = await events(services, ['app/dunning.ts', 'Dunning.collect', '--args', '["i-1"]']);
    expect(all.at(-1)).toMatchObject({ status: 'completed', value: 'x' });
    expect(all.find(({ kind }) => kind === 'activity')).toMatchObject({ activity: 'bank.charge' });
  });

  it('are built by a configuration that is named', async () => {
    const services = project({
      'dunning.ts': dunning,
      'hopline.config.ts': config('[]'),
      'other.config.ts': config(`[new Dunning({ charge: async () => false }, 1)]`),
    });
    const args = ['dunning.ts', 'Dunning.collect', '--args', '["i-1"]', '--config', 'other.config.ts'];
    expect((await events(services, args)).at(-1)).toMatchObject({ value: 'unpaid' });
  });

  it('that need services and have no configuration get told exactly what to write, which then works', async () => {
    const services = project({ 'app/dunning.ts': dunning });
    const { code, stderr } = await run(services, ['app/dunning.ts', 'Dunning.collect', '--args', '["i-1"]']);
    expect(code).toBe(1);
    expect(stderr)
      .toBe(`error: CONFIGURATION The constructor of Dunning needs 2 arguments (bank: Activities<Bank>, days: number), which only you can make.
Write app/hopline.config.ts:

  import { defineConfig } from 'hopline';
  import { Dunning } from './dunning.ts';

  export default defineConfig({
    files: ['dunning.ts'],
    workflows: () => [new Dunning(bank, days)],
  });
`);
    const text = stderr.slice(stderr.indexOf('  import')).replace('(bank, days)', '({ charge: async () => true }, 1)');
    services.write({ 'app/hopline.config.ts': text });
    const all = await events(services, ['app/dunning.ts', 'Dunning.collect', '--args', '["i-1"]']);
    expect(all.at(-1)).toMatchObject({ value: 'x' });
  });

  it('that the configuration does not build are told to be added to it, unless they need nothing', async () => {
    const services = project({ 'dunning.ts': dunning, 'hopline.config.ts': config('[new Other()]') });
    const { code, stderr } = await run(services, ['dunning.ts', 'Dunning.collect']);
    expect(code).toBe(1);
    expect(stderr).toContain('Add it to workflows() in hopline.config.ts, which builds Other.work:');
    expect(stderr).toContain('workflows: () => [..., new Dunning(bank, days)],');
    services.write({ 'hopline.config.ts': config(`[new Dunning({ charge: async () => true }, 1)]`) });
    expect((await run(services, ['dunning.ts', 'Other.work'])).code).toBe(0);
  });

  it('that are not exported are told to be', async () => {
    const hidden = project({ 'nap.ts': greeting.replace('export class', 'class') });
    const { code, stderr } = await run(hidden, ['nap.ts', 'Greeting.odd']);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Write export class Greeting.') as string,
    });
  });

  it('find the packages of the project', async () => {
    const services = project({
      'hopline.config.ts': `import { name } from 'names';\n${config('[new Dunning({ charge: async () => true }, 1, name)]')}`,
      'dunning.ts': dunning,
      'node_modules/names/package.json': '{ "name": "names", "type": "module", "exports": "./names.js" }',
      'node_modules/names/names.js': `export const name = 'from a package';`,
    });
    const all = await events(services, ['dunning.ts', 'Dunning.collect', '--args', '["i-1"]']);
    expect(all.at(-1)).toMatchObject({ value: 'from a package' });
  });

  it('cannot be built where a module cannot be loaded, and its error is shown', async () => {
    const broken = project({ 'hopline.config.ts': `import 'not-there';\n${config('[]')}`, 'dunning.ts': dunning });
    const { code, stderr } = await run(broken, ['dunning.ts', 'Other.work']);
    expect(code).toBe(1);
    expect(stderr).toContain('hopline.config.ts could not be loaded.\n');
    expect(stderr).toContain("Cannot find package 'not-there'");
  });
});

describe('a source that the compiler refuses', () => {
  const refused = project({ 'bad.ts': greeting.replace("await sleep('2h')", "sleep('2h')") });

  it('is shown as a frame and not run', async () => {
    const { code, stdout, stderr } = await run(refused, ['bad.ts', 'Greeting.hello', '--args', '["Ada"]']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^bad\.ts:6:5 error HL\d+/);
    expect(stderr).toContain("6 |     sleep('2h');");
  });

  it('is told as JSON lines with --json', async () => {
    const { code, stdout } = await run(refused, ['bad.ts', 'Greeting.hello', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ severity: 'error', file: 'bad.ts', line: 6 });
  });
});

describe('wrong usage', () => {
  it.each([
    [['--args', '[1'], '--args is not JSON'],
    [['--args', '@none.json'], '--args @none.json cannot be read (ENOENT)'],
    [['--args', '[]', '--each', '[1]'], '--args and --each exclude each other'],
    [['--each', '[]'], '--each must be a list with at least one entry'],
    [['--speed', 'fast'], "--speed is 'fast'; it must be 'max' or a number above 0"],
    [['--speed', '0'], "--speed is '0'"],
    [['--start', 'tomorrow'], "--start is 'tomorrow'"],
    [['--endpoint', 'http://127.0.0.1:1', '--speed', '60'], '--speed 60 is for the embedded queue'],
    [['--endpoint', 'there', '--queue', 'q'], "--endpoint is 'there'"],
    [
      ['--endpoint', 'http://127.0.0.1:1', '--args', '["Ada"]'],
      '--endpoint needs --queue, or a queue in hopline.config.ts',
    ],
    [['--config', 'none.ts'], '--config none.ts does not exist'],
  ])('%j is refused with 2', async (options, message) => {
    const { code, stdout, stderr } = await run(alone, [file, 'Greeting.hello', ...options]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`error: ${message}`);
  });

  it.each([
    [[], 'Greeting.hello takes 1 argument (name: string); it is given none.'],
    [['--args', '["Ada", "Bob"]'], 'one argument that is a list'],
    [['--each', '[["Ada"], []]'], "run 'run-2' is given none"],
  ])('of arguments that the method cannot be called with is refused before it runs: %j', async (args, words) => {
    const { code, stdout, stderr } = await run(alone, [file, 'Greeting.hello', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('of names is answered with those there are', async () => {
    const unnamed = await run(alone, [file]);
    expect(unnamed).toMatchObject({ code: 2, stderr: expect.stringContaining('Name one of them.') as string });
    const misspelt = await run(alone, [file, 'Greeting.helo']);
    expect(misspelt.stderr).toContain('Did you mean Greeting.hello?');
    const nowhere = await run(alone, ['src/greting.ts', 'Greeting.hello']);
    expect(nowhere.stderr).toContain('Did you mean src/greeting.ts?');
  });

  it('of a queue that nobody answers for is an error with its mend', async () => {
    const { code, stderr } = await run(alone, [
      file,
      'Greeting.odd',
      '--endpoint',
      'http://127.0.0.1:9',
      '--queue',
      'q',
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "SQS_REFUSED Queue 'q' could not be looked up at http://127.0.0.1:9: connect ECONNREFUSED",
    );
  });
});

describe('the process', () => {
  it('ends with the run, whatever the services left open', async () => {
    const open = project({
      'nap.ts': `import { sleep, workflow } from 'hopline';
export class Nap { @workflow() async nap(): Promise<string> { await sleep('1 day'); return 'awake'; } }`,
      'hopline.config.ts': `import { createServer } from 'node:http';
import { defineConfig } from 'hopline';
import { Nap } from './nap.ts';
createServer().listen(0, '127.0.0.1');
setInterval(() => {}, 1_000);
export default defineConfig({ files: ['nap.ts'], workflows: () => [new Nap()] });`,
    });
    const { code, stdout } = await open.node([main, 'run', 'nap.ts']);
    expect(code).toBe(0);
    expect(stdout).toContain("completed 'awake'");
  });

  it('stops at SIGINT with exit code 1 and clears up', async () => {
    const child = spawn(process.execPath, [main, 'run', file, 'Greeting.weeks', '--args', '["Ada"]', '--speed', '1'], {
      cwd: alone.root,
    });
    let stdout = '';
    child.stdout.on('data', (part: Buffer) => {
      stdout += part.toString();
      if (stdout.includes('asleep at sleep') && !child.killed) child.kill('SIGINT');
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(1);
    expect(stdout).toContain('Stopped by you before the end.');
    expect(compiledFolders(alone)).toEqual([]);
  });
});
