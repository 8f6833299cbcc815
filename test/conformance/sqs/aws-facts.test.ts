import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factRows } from './fact-rows.ts';
import { Lab } from './row.ts';
import { embeddedTargets, type Target } from './targets.ts';

const factsFile = new URL('./aws-facts.json', import.meta.url);
const facts = JSON.parse(readFileSync(factsFile, 'utf8')) as { n: number }[];

/** Facts that no queue can show by itself. */
const excluded: ReadonlyMap<number, string> = new Map([
  [48, "a fact of Lambda's event source mapping: who calls the handler decides it, not the queue"],
  [49, "a fact of Lambda's event source mapping: who reads the handler's reply decides it, not the queue"],
  [50, "a fact of Lambda's event source mapping: the poller decides it, not the queue"],
]);

it('each recorded fact is a row or is excluded with a reason', () => {
  const numbers = factRows.map((row) => Number(row.id.replace('fact ', '')));
  expect([...numbers, ...excluded.keys()].sort((a, b) => a - b)).toEqual(facts.map((fact) => fact.n));
});

describe.each(embeddedTargets)('AWS facts on $name', ({ start }) => {
  let target: Target;
  beforeAll(async () => {
    target = await start();
  });
  afterAll(() => target.close());

  it.each(factRows)('$id: $title', (row) => row.run(new Lab(target)));
});
