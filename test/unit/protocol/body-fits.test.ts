import { describe, expect, it } from 'vitest';
import { assertBodyFits } from '../../../runtime/protocol/body-fits.ts';
import { HoplineError } from '../../../runtime/protocol/errors.ts';

const owner = {
  workflow: 'Sync.pages',
  state: 'copy#2',
  locals: { page: 7, rows: Array.from({ length: 9 }, (_, n) => `row ${n} é`), note: 'x'.repeat(20) },
};

describe('a body that the queue would refuse', () => {
  it('is refused naming workflow, state, size, limit and the largest variable (C58)', () => {
    const body = 'é'.repeat(131_073);
    let error: unknown;
    try {
      assertBodyFits(body, 262_144, owner);
    } catch (thrown) {
      error = thrown;
    }
    expect(HoplineError.is(error, 'STATE_TOO_LARGE')).toBe(true);
    expect((error as Error).message).toBe(
      "The state of workflow Sync.pages at 'copy#2' makes a message of 262,146 bytes; this queue carries 262,144. " +
        'The largest variable is rows: 120 bytes. Keep large values in a store or a bucket and let the key travel.',
    );
  });

  it('is not refused one byte earlier', () => {
    assertBodyFits('é'.repeat(131_072), 262_144, owner);
    assertBodyFits('a'.repeat(262_144), 262_144, owner);
    expect(() => assertBodyFits('a'.repeat(262_145), 262_144, owner)).toThrow('262,145 bytes');
  });

  it('has a largest variable only where one is live', () => {
    expect(() => assertBodyFits('abcd', 3, { ...owner, locals: {} })).toThrow('No variable is live there.');
  });
});
