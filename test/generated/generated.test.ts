/**
 * Programs that nobody thought of: compiled ≡ written for as many as there is time. By hand:
 * `SEED=7 RUNS=5000 npx vitest run test/generated`; `AT=88` takes only that one of a seed, `ONLY_TRACES=1`
 * overlooks breaches of the machine's contract that change neither trace nor result. What it finds becomes a program of the
 * corpus.
 */
import { expect, it } from 'vitest';
import type { Pair } from '../differential/harness/differential.ts';
import { mutantsOf } from '../differential/harness/mutants.ts';
import { generate, pairsOf, reduce, verdicts } from './search.ts';
import type { Tried } from './search.ts';

const seed = Number(process.env['SEED'] ?? 20261130);
const runs = Number(process.env['RUNS'] ?? 300);
const only = process.env['AT'] === undefined ? undefined : Number(process.env['AT']);
const reduceMs = Number(process.env['REDUCE_SECONDS'] ?? 60) * 1_000;

it(
  `generated programs do what is written (seed ${seed})`,
  async () => {
    const failed: { readonly at: number; readonly tried: Tried }[] = [];
    const from = only ?? 0;
    let at = from;
    let suspensions = 0;
    for await (const tried of verdicts(generate(seed, only === undefined ? runs : only + 1).slice(from))) {
      if (tried.verdict.kind === 'equal') suspensions += tried.verdict.suspensions;
      else failed.push({ at, tried });
      at += 1;
    }
    console.log(`generated: ${at - from} programs, ${suspensions} suspensions, ${failed.length} failed`);
    if (failed.length > 0) {
      const list = failed.map((each) => `${each.at}: ${textOf(each.tried).slice(0, 300)}`);
      expect.fail([...list, `${failed[0]!.at}, reduced:`, await reduced(failed[0]!.tried)].join('\n'));
    }
    expect(suspensions, 'the programs suspend').toBeGreaterThan((at - from) * 5);
  },
  24 * 3_600_000,
);

it('machines of generated programs that forget a local are found out', async () => {
  const pairs = await pairsOf(generate(seed, 60));
  // A run that an uncaught error ends needs little of what it carries.
  const returns = (pair: Pair, run: number): boolean => pair.runPlain(run).outcome.startsWith('=');
  const returning = pairs.filter((pair) => pair.methods.some((_, run) => returns(pair, run))).slice(0, 12);
  const mutants = returning.flatMap((pair) => mutantsOf(pair).filter(({ run }) => returns(pair, run)));
  const detected = mutants.filter((mutant) => mutant.detected).length;
  console.log(`mutants: ${mutants.length}, found out ${detected}`);
  // The rest is forgotten on a path that does not need it: liveness speaks of all paths from a state.
  expect(mutants.length).toBeGreaterThan(100);
  expect(detected / mutants.length).toBeGreaterThan(0.5);
});

function textOf({ verdict }: Tried): string {
  return verdict.kind === 'equal' ? 'equal' : `${verdict.kind}, ${verdict.what}`;
}

async function reduced(tried: Tried): Promise<string> {
  const { source, verdict } = await reduce(tried, reduceMs);
  return [source, verdict.kind === 'equal' ? '' : verdict.report].join('\n');
}
