import { inspect } from 'node:util';
import { HoplineError, RetryableError } from 'hopline';
import { describe, expect, test } from 'vitest';

describe('what an error does not have', () => {
  test('it does not show: a hint, a time to come back', () => {
    expect(Object.keys(new HoplineError('INVALID_ID', 'no'))).toEqual(['code']);
    expect(inspect(new HoplineError('INVALID_ID', 'no'))).not.toContain('undefined');
    expect(Object.keys(new RetryableError('no'))).toEqual([]);
  });

  test('and what it has it shows', () => {
    expect({ ...new HoplineError('INVALID_ID', 'no', { hint: 'mend' }) }).toEqual({ code: 'INVALID_ID', hint: 'mend' });
    expect({ ...new RetryableError('no', { retryAfter: '3s' }) }).toEqual({ retryAfter: '3s' });
  });
});
