import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from './contract.ts';
import { exceptions, type Exception } from './exceptions.ts';
import { Lab, type Row } from './row.ts';
import { serverTargets, type Target, type TargetName } from './targets.ts';

/**
 * The same rows against servers that others wrote: so that the rows are not merely what the embedded queue happens to do,
 * and so that it is known where a workflow tried out on one of them would meet another SQS than AWS's.
 */
const rows = contract.filter((row) => row.virtualOnly === undefined);

const exceptionFor = (target: TargetName, row: Row) =>
  exceptions.find((exception) => exception.target === target && exception.row === row.id);

it('each exception names a row that is run', () => {
  const known = new Set(rows.map((row) => row.id));
  expect(exceptions.filter((exception) => !known.has(exception.row))).toEqual([]);
});

/** The waits are real and short: on a machine that is busy elsewhere one may come out too long. */
const retry = 2;

describe.each(serverTargets)('SQS contract on $name', ({ start }) => {
  let target: Target;
  beforeAll(async () => {
    target = await start();
  });
  afterAll(() => target.close());

  const heavy = rows.filter((row) => row.isHeavy);
  const light = rows.filter((row) => !row.isHeavy);

  it.each(heavy)('$id: $title', { retry }, (row) => check(row, target));
  // Together, because they spend their time waiting for the server's clock.
  it.concurrent.each(light)('$id: $title', { retry }, (row) => check(row, target));
});

async function check(row: Row, target: Target): Promise<void> {
  const exception = exceptionFor(target.name, row);
  await (exception === undefined ? row.run(new Lab(target)) : checkDiffers(row, target, exception));
}

async function checkDiffers(row: Row, target: Target, { reason, shows }: Exception): Promise<void> {
  const failure = await row.run(new Lab(target)).then(
    () => undefined,
    (error: Error & { actual?: unknown }) => `${error.message} ${inspect(error.actual, { depth: 4 })}`,
  );
  expect(failure, `the row is kept now, so the exception has to go: ${reason}`).toBeDefined();
  expect(failure).toMatch(shows);
}
