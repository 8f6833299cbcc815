import { describe, expect, it } from 'vitest';
import { normalizeRateLimit } from '../../../runtime/protocol/normalize-rate-limit.ts';

const limit = { name: 'api', rule: { limit: 10, per: '1s' } };

describe('the arguments of rateLimit()', () => {
  it('in each of its forms give one question', () => {
    const asked = { name: 'api', limit: 10, perMs: 1_000 };
    expect(normalizeRateLimit([limit])).toEqual({ ...asked, key: '' });
    expect(normalizeRateLimit([limit, 'tenant'])).toEqual({ ...asked, key: 'tenant' });
    expect(normalizeRateLimit([limit, undefined])).toEqual({ ...asked, key: '' });
    expect(normalizeRateLimit(['api', { limit: 10, per: 1_000 }])).toEqual({ ...asked, key: '' });
  });

  it('may come out of a message, or from another copy of the package: the shape counts', () => {
    const other = Object.assign(Object.create(null), {
      name: 'api',
      rule: Object.assign(Object.create(null), limit.rule),
    }) as object;
    expect(normalizeRateLimit([other])).toMatchObject({ name: 'api', limit: 10 });
  });

  const refused: [string, unknown[], string, string][] = [
    [
      'a misspelt option (C53)',
      ['api', { limit: 1, pre: '1s' }],
      'INVALID_RATE_RULE',
      "Rate limit 'api' has no option 'pre'. It knows limit, per.",
    ],
    [
      'one in the wrong place',
      [{ name: 'api', limit: 1, per: '1s' }],
      'INVALID_RATE_RULE',
      "rateLimit(limit) has no option 'limit'",
    ],
    [
      'a rule that is missing',
      ['api'],
      'INVALID_RATE_RULE',
      "Rate limit 'api' is undefined; it must be an object { limit, per }.",
    ],
    ['a rule as text', ['api', '10/s'], 'INVALID_RATE_RULE', "is '10/s'"],
    ['limit 0', ['api', { limit: 0, per: '1s' }], 'INVALID_RATE_RULE', 'limit is 0; it must be an integer from 1'],
    ['limit 1.5', ['api', { limit: 1.5, per: '1s' }], 'INVALID_RATE_RULE', 'limit is 1.5'],
    ['limit Infinity', ['api', { limit: Infinity, per: '1s' }], 'INVALID_RATE_RULE', 'limit is Infinity'],
    ['limit as text', ['api', { limit: '1', per: '1s' }], 'INVALID_RATE_RULE', "limit is '1'"],
    ['per 0', ['api', { limit: 1, per: 0 }], 'INVALID_RATE_RULE', 'per is 0; it must be longer than 0'],
    ['per missing', ['api', { limit: 1 }], 'INVALID_DURATION', 'per is undefined'],
    ['per misspelt', ['api', { limit: 1, per: '1 moon' }], 'INVALID_DURATION', "per is '1 moon'"],
    ['a blank name', [' ', { limit: 1, per: 1 }], 'INVALID_RATE_RULE', "The name of a rate limit is ' '"],
    ['nothing', [], 'INVALID_RATE_RULE', 'rateLimit(limit) is undefined'],
    ['a key that is no text', [limit, 7], 'INVALID_RATE_RULE', "The key of rate limit 'api' is 7; it must be a text"],
  ];
  it.each(refused.map(([what, args, code, message]) => ({ what, args, code, message })))(
    'refuse $what, naming it',
    ({ args, code, message }) => {
      expect(() => normalizeRateLimit(args)).toThrow(
        expect.objectContaining({ code, message: expect.stringContaining(message) as string }),
      );
    },
  );
});
