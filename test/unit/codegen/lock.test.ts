import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type Build, type CompileOptions, build } from '../../../codegen/compile.ts';
import { type LockFile, parseLock, printLock } from '../../../codegen/lock/lock-file.ts';
import type { Verdict } from '../../../codegen/lock/compare.ts';
import { type TempProject, tempProject, tsconfig } from './temp-project.ts';

beforeEach(() => void vi.stubEnv('CI', ''));
afterEach(() => void vi.unstubAllEnvs());

/** A workflow class around a body, with three activities. */
const workflowOf = (body: string, types = 'interface Invoice { id: string; cents: number }') => `
import { activity, sleep, workflow } from 'hopline';
${types}
export class Dunning {
  @workflow()
  async collect(invoice: Invoice): Promise<void> {
${body}
  }
  @activity() async charge(id: string): Promise<boolean> { return id !== ''; }
  @activity() async mail(text: string): Promise<void> { void text; }
}
`;

const options: CompileOptions = { files: ['main.ts'], emit: true, outDir: 'out' };

/** Builds versions one after the other in one project, as commits would, and gives the last build. */
function history(...versions: string[]): { project: TempProject; last: Build; lock: LockFile } {
  const project = tempProject({ 'tsconfig.json': tsconfig() });
  let last: Build | undefined;
  for (const version of versions) {
    project.write({ 'main.ts': version });
    last = build({ ...options, cwd: project.root });
    expect(last.diagnostics).toEqual([]);
  }
  return { project, last: last!, lock: parseLock(project.read('hopline.lock.json'))[0]! };
}

function statesOf({ last }: { last: Build }): Record<string, number> {
  const [machine] = last.manifest.workflows;
  return Object.fromEntries(Object.entries(machine!.states).map(([name, { line }]) => [name, line]));
}

function verdictsOf({ last }: { last: Build }): Record<string, Verdict> {
  return Object.fromEntries(
    last.lockChanges.flatMap(({ changes }) => changes.map(({ state, verdict }) => [state, verdict])),
  );
}

const reasonsOf = ({ last }: { last: Build }) =>
  last.lockChanges.flatMap(({ changes }) => changes.flatMap(({ reasons }) => reasons));

describe('names of states', () => {
  it('are the operation, and its number among its like', () => {
    const built = history(
      workflowOf("await sleep('1s'); await this.charge(invoice.id); await sleep('2s'); await this.charge('x');"),
    );
    expect(Object.keys(statesOf(built))).toEqual(['sleep', 'charge', 'sleep-2', 'charge-2']);
  });

  const before = workflowOf("    await this.charge(invoice.id);\n    await this.mail('paid ' + invoice.id);");
  for (const [change, after] of [
    [
      'an unrelated statement is added',
      workflowOf(
        "    const note = invoice.id.trim();\n    await this.charge(note);\n    await this.mail('paid ' + invoice.id);",
      ),
    ],
    [
      'they are wrapped in an if',
      workflowOf(
        "    if (invoice.cents > 0) {\n      await this.charge(invoice.id);\n      await this.mail('paid ' + invoice.id);\n    }",
      ),
    ],
    [
      'equal operations are added before',
      workflowOf(
        "    await this.mail('first'); await this.charge('deposit');\n    await this.charge(invoice.id);\n    await this.mail('paid ' + invoice.id);",
      ),
    ],
    ['a local is renamed', before.replaceAll('invoice', 'bill')],
    ['lines move and comments come', before.replace('    await', '\n\n    // now\n    await')],
  ] as const)
    it(`stay when ${change}`, () => {
      const built = history(before, after);
      const line = after.split('\n').findIndex((text) => text.includes("'paid '")) + 1;
      expect(statesOf(built)['mail']).toBe(line);
      expect(
        Object.values(verdictsOf(built)).filter((verdict) => verdict !== 'new' && verdict !== 'compatible'),
      ).toEqual([]);
    });

  it('are given anew to what was added, and never again to something else', () => {
    const two = workflowOf("    await this.charge('a');\n    await sleep('1s');\n    await this.charge(invoice.id);");
    const one = workflowOf("    await this.charge('a');\n    await sleep('1s');");
    const other = workflowOf(
      "    await this.charge('a');\n    await sleep('1s');\n    await this.charge('another');\n    await this.mail('x');",
    );
    expect(Object.keys(statesOf(history(two, one)))).toEqual(['charge', 'sleep']);
    expect(Object.keys(statesOf(history(two, one, other)))).toEqual(['charge', 'sleep', 'charge-3', 'mail']);
  });

  it('come back with the code that had them', () => {
    const two = workflowOf("    await this.charge('a');\n    await sleep('1s');\n    await this.charge(invoice.id);");
    const one = workflowOf("    await this.charge('a');\n    await sleep('1s');");
    const reverted = history(two, one, two);
    expect(Object.keys(statesOf(reverted))).toEqual(['charge', 'sleep', 'charge-2']);
    expect(reverted.lock.machines['Dunning.collect']!.gone).toBeUndefined();
  });

  it('do not follow operations that changed places: what was done would be done again', () => {
    const built = history(
      workflowOf("    await this.charge('a');\n    await this.mail('x');"),
      workflowOf("    await this.mail('x');\n    await this.charge('a');"),
    );
    expect(Object.values(verdictsOf(built)).sort()).toEqual(['compatible', 'gone', 'new'].sort());
  });

  it("are never 'start'", () => {
    const source = workflowOf("    await this.start('x');").replace('async charge(id', 'async start(id');
    expect(Object.keys(statesOf(history(source)))).toEqual(['start-2']);
  });
});

describe('messages of older builds', () => {
  const sleeps = (after: string, types?: string) =>
    workflowOf(`    const total = invoice.cents;\n    await sleep('1s');\n${after}`, types);

  it('resume where the same locals are read, and their hash is accepted from then on', () => {
    const built = history(
      sleeps('    await this.mail(String(total));'),
      sleeps('    await this.mail(`sum ${total}`);'),
      sleeps('    await this.mail(`sum: ${total}`);'),
    );
    expect(verdictsOf(built)).toMatchObject({ sleep: 'compatible' });
    const { accepts, hash } = built.lock.machines['Dunning.collect']!.states['sleep']!;
    expect(accepts).toHaveLength(2);
    expect(accepts).not.toContain(hash);
    expect(built.last.outputs.find(({ path }) => path.endsWith('main.js'))!.text).toContain(accepts![0]!);
  });

  it('do not resume where a local is read that they do not carry', () => {
    const built = history(
      sleeps('    await this.mail(String(total));'),
      sleeps('    await this.mail(total + invoice.id);'),
    );
    expect(verdictsOf(built)).toMatchObject({ sleep: 'needs migration' });
    expect(reasonsOf(built)).toEqual(["'invoice' is read after it, and old messages do not carry it"]);
    expect(built.lock.machines['Dunning.collect']!.states['sleep']!.accepts).toBeUndefined();
  });

  it('resume where fewer locals are read', () => {
    const built = history(
      sleeps('    await this.mail(total + invoice.id);'),
      sleeps('    await this.mail(String(total));'),
    );
    expect(verdictsOf(built)).toMatchObject({ sleep: 'compatible' });
  });

  const reading = (types: string) =>
    workflowOf("    await sleep('1s');\n    await this.mail(JSON.stringify(invoice));", types);
  const changed = (types: string) => reading(types).replace('JSON.stringify(invoice)', "JSON.stringify(invoice) + '!'");
  const invoice =
    'interface Invoice { id: string; cents: number; lines: Line[] }\ninterface Line { sku: string; next?: Line }';
  for (const [change, types, verdict] of [
    ['nothing', invoice, 'compatible'],
    ['an optional property is added', invoice.replace('sku: string;', 'sku: string; note?: string;'), 'compatible'],
    ['a property is widened', invoice.replace('cents: number', 'cents: number | bigint'), 'compatible'],
    [
      'a required property is added, deep inside',
      invoice.replace('sku: string;', 'sku: string; count: number;'),
      'needs migration',
    ],
    ['a property is narrowed', invoice.replace('sku: string', "sku: 'a' | 'b'"), 'needs migration'],
    ['an interface is renamed, and is what it was', invoice.replaceAll('Line', 'Row'), 'compatible'],
    ['the type becomes any', 'type Invoice = any;', 'compatible'],
  ] as const)
    it(`types are compared by structure: ${change} → ${verdict}`, () => {
      expect(verdictsOf(history(reading(invoice), changed(types)))).toMatchObject({ sleep: verdict });
    });

  const json = 'type Json = null | boolean | number | string | Json[] | { [key: string]: Json };\ntype Invoice = ';
  for (const [types, next, verdict] of [
    [`${json}Json`, `${json}Json`, 'compatible'],
    [`${json}Json`, `${json}Json | Date`, 'compatible'],
    [`${json}Json`, `${json}Json[]`, 'needs migration'],
    ['type Invoice = string | Invoice[]', 'type Invoice = string | number | Invoice[]', 'compatible'],
    ['type Invoice = string | Invoice[]', 'type Invoice = string | Map<string, Invoice>', 'needs migration'],
    ['type Invoice = [number, Invoice?]', 'type Invoice = [number, Invoice?]', 'compatible'],
  ] as const)
    it(`types that hold themselves are compared: ${types.split('\n').at(-1)} → ${next.split('\n').at(-1)}`, () => {
      expect(verdictsOf(history(reading(types), changed(next)))).toMatchObject({ sleep: verdict });
    });

  it('any proves nothing about what was saved', () => {
    expect(verdictsOf(history(reading('type Invoice = any;'), changed(invoice)))).toMatchObject({
      sleep: 'needs migration',
    });
  });

  it('a type that only other code uses does not matter while the code is the same', () => {
    expect(verdictsOf(history(reading(invoice), reading(invoice.replace('cents: number', 'cents: string'))))).toEqual(
      {},
    );
  });

  const looping = (over: string, body: string) =>
    workflowOf(`    for (const part of ${over}) {\n      await this.charge(String(part));\n${body}\n    }`);
  it('keep their place in a loop whose body changes', () => {
    const built = history(looping("['a', 'b']", ''), looping("['a', 'b']", '      await this.mail(String(part));'));
    expect(verdictsOf(built)).toMatchObject({ mail: 'new' });
    expect(reasonsOf(built)).toEqual(["'part' is read after it, and old messages do not carry it"]);
    const unread = history(looping("['a', 'b']", ''), looping("['a', 'b']", "      await this.mail('x');"));
    expect(verdictsOf(unread)).toEqual({ charge: 'compatible', mail: 'new' });
  });

  it('lose it where the loop goes over something else, or stands in another', () => {
    const built = history(looping("['a', 'b']", ''), looping('[1, 2]', "      await this.mail('x');"));
    expect(reasonsOf(built)).toEqual(['the position of a loop was Array<string>, now Array<number>']);
    const nested = history(
      looping("['a', 'b']", ''),
      workflowOf("    for (const n of [1]) for (const part of ['a', 'b']) await this.charge(String(part) + n);"),
    );
    expect(verdictsOf(nested)).toEqual({ charge: 'needs migration' });
  });

  it('do not resume inside an expression that changed behind the wait', () => {
    const built = history(
      workflowOf("    await this.mail(invoice.id + (await this.charge('a')));"),
      workflowOf("    await this.mail(invoice.id + (await this.charge('a')) + '!');"),
    );
    expect(verdictsOf(built)).toMatchObject({ charge: 'needs migration' });
    expect(reasonsOf(built)[0]).toContain('half done');
  });

  it('do not resume where another try is open', () => {
    const built = history(
      workflowOf("    await this.charge('a');\n    await this.mail('x');"),
      workflowOf(
        "    try {\n      await this.charge('a');\n      await this.mail('y');\n    } finally {\n      await sleep('1s');\n    }",
      ),
    );
    expect(verdictsOf(built)).toMatchObject({ charge: 'needs migration', mail: 'needs migration' });
    expect(reasonsOf(built)[0]).toContain('try');
  });

  it('find their locals under the old keys after a renaming', () => {
    const source = sleeps('    await this.mail(String(total) + invoice.id);');
    const { lock } = history(source, source.replaceAll('total', 'sum'));
    const machine = lock.machines['Dunning.collect']!;
    expect(machine.states['sleep']!.live).toEqual(['invoice', 'total']);
    expect(machine.slots['total']).toMatchObject({ name: 'sum' });
    expect(machine.states['sleep']!.accepts).toHaveLength(1);
  });

  it('find them after a renaming long ago, when other code changes', () => {
    const source = sleeps('    await this.mail(String(total) + invoice.id);');
    const renamed = source.replaceAll('total', 'sum');
    const built = history(source, renamed, renamed.replace('String(sum)', 'String(sum).trim()'));
    expect(verdictsOf(built)).toMatchObject({ sleep: 'compatible' });
    expect(built.lock.machines['Dunning.collect']!.states['sleep']!.accepts).toHaveLength(2);
  });

  it('are not told that a local was renamed when its value changed too', () => {
    const source = sleeps('    await this.mail(String(total));');
    const built = history(source, source.replaceAll('total', 'sum').replace('invoice.cents;', 'invoice.cents * 2;'));
    expect(verdictsOf(built)).toMatchObject({ sleep: 'needs migration' });
  });
});

describe('the lock file', () => {
  const source = workflowOf("    await this.charge(invoice.id);\n    await sleep('1s');");

  it('is the same for the same sources, and ends in a newline', () => {
    const { project } = history(source);
    const first = project.read('hopline.lock.json');
    build({ ...options, cwd: project.root });
    expect(project.read('hopline.lock.json')).toBe(first);
    expect(first.endsWith('}\n')).toBe(true);
    expect(history(source).project.read('hopline.lock.json')).toBe(first);
  });

  it('does not change when only lines move', () => {
    const { project } = history(source);
    const first = project.read('hopline.lock.json');
    project.write({ 'main.ts': `// a comment\n\n${source}` });
    expect(build({ ...options, cwd: project.root }).lockChanges).toEqual([]);
    expect(project.read('hopline.lock.json')).toBe(first);
  });

  it('keeps what other files had, when only some are compiled', () => {
    const { project } = history(source);
    project.write({ 'other.ts': source.replaceAll('Dunning', 'Other') });
    build({ ...options, files: ['other.ts'], cwd: project.root });
    expect(Object.keys(parseLock(project.read('hopline.lock.json'))[0]!.machines)).toEqual([
      'Dunning.collect',
      'Other.collect',
    ]);
  });

  it('follows a class that moves to another file', () => {
    const { project } = history(source);
    project.write({ 'main.ts': 'export {};', 'moved.ts': source });
    const { lockChanges } = build({ ...options, files: ['main.ts', 'moved.ts'], cwd: project.root });
    expect(lockChanges.map(({ machine, changes }) => [machine, changes])).toEqual([['Dunning.collect', []]]);
  });

  it('tells the machines of two classes of one name apart', () => {
    const twin = (name: string) => `import { sleep, workflow } from 'hopline';
export class Base {
  @workflow({ name: '${name}' })
  async run(): Promise<void> { await this.rest(1); }
  async rest(n: number): Promise<void> { await sleep(n); }
}`;
    const project = tempProject({ 'tsconfig.json': tsconfig(), 'a.ts': twin('a'), 'b.ts': twin('b') });
    const { diagnostics } = build({ ...options, files: ['a.ts', 'b.ts'], cwd: project.root });
    expect(diagnostics).toEqual([]);
    const text = project.read('hopline.lock.json');
    expect(Object.keys(parseLock(text)[0]!.machines)).toEqual([
      'Base.rest',
      'Base.rest in b.ts',
      'Base.run',
      'Base.run in b.ts',
    ]);
    build({ ...options, files: ['b.ts', 'a.ts'], cwd: project.root });
    expect(project.read('hopline.lock.json')).toBe(text);
  });

  it('frozen, is an error at the workflow that says what changed per state, and is not written', () => {
    const { project } = history(source);
    const text = project.read('hopline.lock.json');
    project.write({
      'main.ts': source.replace("await sleep('1s');", "await sleep('1s');\n    await this.mail(invoice.id);"),
    });
    const { diagnostics, outputs } = build({ ...options, cwd: project.root, frozenLock: true });
    expect(diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual(['HL8001 main.ts:6']);
    expect(diagnostics[0]!.message).toContain('mail    new');
    expect(diagnostics[0]!.message).toContain("sleep   needs migration: 'invoice' is read after it");
    expect(diagnostics[0]!.hint).toContain('hopline check --update');
    expect(outputs).toEqual([]);
    expect(project.read('hopline.lock.json')).toBe(text);
  });

  it('frozen, says nothing where nothing differs', () => {
    const { project } = history(source);
    expect(build({ ...options, cwd: project.root, frozenLock: true })).toMatchObject({
      diagnostics: [],
      lockChanges: [],
    });
  });

  it('frozen, misses a workflow that went away, with its file or without', () => {
    const { project } = history(source);
    project.write({ 'main.ts': 'export const nothing = 1;' });
    expect(
      build({ ...options, cwd: project.root, frozenLock: true }).diagnostics.map(({ code, file }) => `${code} ${file}`),
    ).toEqual(['HL8001 main.ts']);
  });

  it('under CI is frozen if it is there; if not, nothing is written and nothing is refused', () => {
    const { project } = history(source);
    project.write({ 'main.ts': source.replace('1s', '2s') });
    vi.stubEnv('CI', 'true');
    expect(build({ ...options, cwd: project.root }).diagnostics.map(({ code }) => code)).toEqual(['HL8001']);
    const fresh = tempProject({ 'tsconfig.json': tsconfig(), 'main.ts': source });
    expect(build({ ...options, cwd: fresh.root }).diagnostics).toEqual([]);
    expect(fresh.has('hopline.lock.json')).toBe(false);
  });

  it('asked to be frozen and not there, is an error', () => {
    const project = tempProject({ 'tsconfig.json': tsconfig(), 'main.ts': source });
    const { diagnostics, outputs } = build({ ...options, cwd: project.root, frozenLock: true });
    expect(diagnostics.map(({ code }) => code)).toEqual(['HL8002']);
    expect(outputs).toEqual([]);
  });

  it('that is no lock is never overwritten', () => {
    for (const text of ['not json', '{}', '{ "format": 99, "machines": {} }']) {
      const project = tempProject({ 'tsconfig.json': tsconfig(), 'main.ts': source, 'hopline.lock.json': text });
      expect(build({ ...options, cwd: project.root }).diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual([
        'HL8003 hopline.lock.json',
      ]);
      expect(project.read('hopline.lock.json')).toBe(text);
    }
  });

  it.each([
    ['not json', /^The lock is not JSON: /],
    ['[]', /has no "machines"/],
    ['{ "format": 1 }', /has no "machines"/],
    ['{ "format": 99, "machines": {} }', /has format 99; this version reads 1\. Update hopline\.$/],
    ['{ "format": 1, "machines": { "W.run": { "states": {} } } }', /machine W\.run has no "states" or no "slots"/],
    ['{ "format": 1, "machines": { "W.run": { "slots": {}, "states": { "a": {} } } } }', /W\.run a is not complete/],
  ])('%s is refused, saying what it lacks', (text, words) => {
    expect(() => parseLock(text)).toThrowError(
      expect.objectContaining({ code: 'COMPILE_FAILED', message: expect.stringMatching(words) as string }),
    );
  });

  it('with the markers of a merge conflict accepts the messages of both sides', () => {
    const mails = (text: string) => workflowOf(`    await this.charge(invoice.id);\n    await this.mail(${text});`);
    const { project, lock: base } = history(mails('invoice.id'));
    const [ours, theirs] = [
      history(mails('invoice.id'), mails('invoice.id.trim()')).lock,
      history(mails('invoice.id'), mails("invoice.id + '!'")).lock,
    ];
    const conflict = `<<<<<<< HEAD\n${printLock(ours)}=======\n${printLock(theirs)}>>>>>>> branch\n`;
    project.write({ 'hopline.lock.json': conflict, 'main.ts': mails("invoice.id.trim() + '!'") });
    expect(build({ ...options, cwd: project.root }).diagnostics).toEqual([]);
    const merged = parseLock(project.read('hopline.lock.json'))[0]!.machines['Dunning.collect']!.states['charge']!;
    const hashOf = (lock: LockFile) => lock.machines['Dunning.collect']!.states['charge']!.hash;
    expect(merged.accepts).toEqual(expect.arrayContaining([hashOf(base), hashOf(ours), hashOf(theirs)]));
  });
});
