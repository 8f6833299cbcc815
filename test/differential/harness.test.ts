import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { Pair, reportOf } from './harness/differential.ts';
import { liveFaults } from './harness/live-comments.ts';
import { mutantsOf, neverMissed } from './harness/mutants.ts';
import { compiledScript, plainScript } from './harness/program-script.ts';

const source = fileURLToPath(new URL('./hand-written/countdown.ts', import.meta.url));
const machineText = readFileSync(new URL('./hand-written/countdown.machine.ts', import.meta.url), 'utf8');

async function pairWith(machine: string): Promise<Pair> {
  return Pair.of(plainScript(source), compiledScript(source, new Map([[source, machine]])));
}

/** The hand-written machine with one thing wrong in it. */
async function wrongPair(right: string | RegExp, wrong: string): Promise<Pair> {
  const text = machineText.replace(right, wrong);
  expect(text, 'the fault is in the text').not.toBe(machineText);
  return pairWith(text);
}

describe('a right machine, written by hand', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await pairWith(machineText);
  });

  it('equals its source in a fresh realm at every suspension', () => {
    expect(pair.differences().map(reportOf)).toEqual([]);
    expect(pair.runMachine(1).stops).toHaveLength(6);
  });

  it('equals its source when all deliveries share a realm', () => {
    expect(pair.differences({ freshRealms: false }).map(reportOf)).toEqual([]);
  });

  it('is observed: notes, waits, activities with arguments and outcome, and the result', () => {
    const plain = pair.runPlain(1);
    expect(plain.trace).toEqual([
      'note before: 3',
      'sleep "1m"',
      'activity call(3)',
      'activity call = "3 left"',
      'note before: 2',
      'sleep "1m"',
      'activity call(2)',
      'activity call ! #1RangeError("two is refused")',
      'note before: 1',
      'sleep "1m"',
      'activity call(1)',
      'activity call = "1 left"',
    ]);
    expect(plain.outcome).toBe('= #1{"same": true, "heard": #2["3 left", "two is refused", "1 left"]}');
  });

  it('is found out when it forgets what it carries', () => {
    const mutants = mutantsOf(pair);
    expect(mutants).toHaveLength(18);
    // Without `left`, the last call still ends the loop: NaN is not greater than 0 either.
    const survivors = mutants.filter((mutant) => !mutant.detected);
    expect(survivors.map(({ at, slot }) => ({ at, slot }))).toEqual([{ at: 6, slot: 'left' }]);
    expect(neverMissed(mutants)).toEqual([]);
  });
});

describe('a wrong machine is found out: it', () => {
  const wrongs: readonly (readonly [name: string, right: string | RegExp, wrong: string, says: RegExp])[] = [
    [
      'waits for something else',
      "args: ['1m']",
      "args: ['2m']",
      /trace entry 1: written sleep "1m" · compiled sleep "2m"/,
    ],
    ['calls with another argument', 'args: [left]', 'args: [left + 1]', /written activity call\(3\)/],
    ['returns something else', 'heard }, repeatable', 'heard: [...heard, 1] }, repeatable', /outcome: written/],
    [
      'forgets a local',
      'locals: { heard, alias, left }, repeatable: true',
      'locals: { heard, alias }, repeatable: true',
      /sleep|note|activity/,
    ],
    ['carries a copy of an aliased object', 'alias = { heard };', 'alias = { heard: [...heard] };', /outcome: written/],
    ['keeps a local in its module', /left -= 1;/, 'left = --(globalThis as any).hidden;', /note before|outcome/],
    ['swallows an error', "? resume.error.message : 'unknown'", "? 'x' : 'y'", /outcome: written/],
    ['goes on too long', '!(left > 0)', '!(left > -1)', /trace entry \d+|outcome/],
    ['never stops calling', '!(left > 0)', 'false', /trace entry/],
    ['never comes back', 'left -= 1;', 'for (;;) left -= 1;', /crash|timed out|nothing more/],
    ['crashes', 'left -= 1;', 'throw new Error("defect"); left -= 1;', /nothing more/],
    [
      'waits for nothing',
      'run(_self, frame, resume) {',
      'async run(_self, frame, resume) { if (frame.state === "call") await new Promise(() => 0);',
      /nothing more/,
    ],
    [
      'performs a wait itself',
      'run(_self, frame, resume) {',
      'run(_self, frame, resume) { if (frame.state === "call") void sleep(1);',
      /nothing more/,
    ],
    ['stops at a state that it does not have', "state: 'call', args", "state: 'toString', args", /nothing more/],
    [
      'has a state table that inherits names',
      'states: nameTable({',
      'states: ({ __proto__: { inherited: 1 }, ',
      /contract: .*inherit names|SyntaxError/,
    ],
    [
      'says that a note is repeatable',
      'left }, repeatable: false }',
      'left }, repeatable: true }',
      /contract: .*touched the world/,
    ],
    [
      'breaks its promise to be repeatable',
      'repeatableAfterStart: false',
      'repeatableAfterStart: true',
      /contract: .*promised to be repeatable, the next stretch touched/,
    ],
    ['is not a workflow', 'workflow: true', 'workflow: false', /contract: .*not marked/],
    ['has another format', 'format: 1', 'format: 2', /format 2/],
  ];

  it.each(wrongs)('%s', async (_name, right, wrong, says) => {
    const pair = await wrongPair(right, wrong);
    const differences = pair.differences();
    expect(differences.length).toBeGreaterThan(0);
    expect(differences.map((difference) => difference.what).join('\n')).toMatch(says);
  });

  it('remembers between deliveries, which only a fresh realm shows', async () => {
    const hidden = machineText
      .replace('/** What a person', 'let hidden = 0;\n/** What a person')
      .replace("host.note('before', left)", "host.note('before', (hidden = left))")
      .replace('left -= 1;', 'left = hidden - 1;');
    const pair = await pairWith(hidden);
    expect(pair.differences({ freshRealms: false })).toEqual([]);
    expect(pair.differences()).not.toEqual([]);
  });
});

describe('what a frame carries', () => {
  const text = readFileSync(source, 'utf8').replace(
    "await sleep('1m');",
    "await sleep('1m'); // live: alias, heard, left",
  );

  it('is compared with the comments of the source', async () => {
    const pair = await pairWith(machineText);
    expect(liveFaults(text, [pair.runMachine(1)])).toEqual([]);
  });

  it('is found out when it is too much', async () => {
    const pair = await wrongPair(
      "state: 'sleep', args: ['1m'], locals: {",
      "state: 'sleep', args: ['1m'], locals: { from: 1,",
    );
    expect(liveFaults(text, [pair.runMachine(1)])).toEqual([
      expect.stringContaining('the frame carried alias, from, heard, left'),
    ]);
    expect(neverMissed(mutantsOf(pair))).toEqual(['sleep: from']);
  });

  it('is found out when a line that asserts is never reached', async () => {
    const pair = await pairWith(machineText);
    expect(liveFaults(text, [pair.runMachine(0)])).toEqual([expect.stringContaining('no run stopped here')]);
  });
});
