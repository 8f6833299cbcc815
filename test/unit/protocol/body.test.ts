import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attributesBytes, bodyBytes } from '../../../runtime/protocol/body-bytes.ts';
import { decodeBody, encodeBody } from '../../../runtime/protocol/body.ts';
import type { Envelope } from '../../../runtime/protocol/envelope.ts';
import { decodeFrames, encodeFrames } from '../../../runtime/protocol/frames.ts';
import { decodeValue } from '../../../runtime/protocol/values/decode-value.ts';
import { encodeValue } from '../../../runtime/protocol/values/encode-value.ts';
import { matchesSchema, type Schema } from './json-schema.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../../runtime/protocol/envelope.schema.json', import.meta.url), 'utf8'),
) as Schema;

const frames = (locals: Record<string, unknown> = { n: 1 }) =>
  encodeFrames([{ machine: 'Dunning.collect', state: 'charge', hash: 'a1', locals }]);

const least: Envelope = {
  hopline: 1,
  workflow: 'Dunning.collect',
  run: 'run-1',
  incarnation: '6a1f0d6e-54a5-4a0e-9d5c-1f0a3a1a6f10',
  epoch: 0,
  hop: 0,
  visit: 0,
  frames: frames(),
  renewals: 0,
};
const most: Envelope = {
  ...least,
  epoch: 1,
  hop: 17,
  visit: 12,
  call: {
    args: encodeValue(['inv_1', new Date(0)], 'arguments'),
    attempt: 2,
    firstFailedAtMs: 1_700_000_000_000,
    firstStartedAtMs: 1_700_000_000_000,
    limits: [{ name: 'mails', key: 'tenant', limit: 10, perMs: 1000 }],
    heartbeat: encodeValue(undefined, 'heartbeat'),
    outcome: { error: encodeValue(new Error('no'), 'error') },
  },
  wait: { dueAtMs: 1_700_000_100_000, inLine: true },
  startedAtMs: 1_699_999_999_000,
  home: 'https://sqs.eu-central-1.amazonaws.com/123456789012/work',
  fairnessKey: 'tenant',
  trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  unknownSinceMs: 1_700_000_000_000,
  handBacks: 3,
  renewals: 1,
  pace: { sinceMs: 1_700_000_000_000, hops: 4 },
  paused: { reason: 'paused', error: { name: 'Error', message: 'no' } },
};

const decoded = (body: string): Envelope => {
  const result = decodeBody(body);
  if (!result.ok) throw new Error(result.detail);
  return result.envelope;
};
/** Encoded parts as the body holds them: parsed. */
const parsed = (envelope: Envelope): unknown =>
  JSON.parse(
    JSON.stringify(envelope, (_key, part: unknown) =>
      typeof part === 'string' && /^(\[|-\d)/.test(part) ? (JSON.parse(part) as unknown) : part,
    ),
  );

describe('a body', () => {
  it('holds every field of its envelope, encoded values as JSON', () => {
    for (const envelope of [least, most]) expect(decoded(encodeBody(envelope))).toEqual(parsed(envelope));
  });

  it('is written equally from an envelope that was read: passing on decodes nothing', () => {
    for (const envelope of [least, most]) {
      const body = encodeBody(envelope);
      expect(encodeBody(decoded(body))).toBe(body);
    }
  });

  it('gives back frames and values', () => {
    const envelope = decoded(encodeBody({ ...most, frames: frames({ when: new Date(5), big: 2n }) }));
    expect(decodeFrames(envelope.frames)).toEqual([
      { machine: 'Dunning.collect', state: 'charge', hash: 'a1', locals: { when: new Date(5), big: 2n } },
    ]);
    expect(decodeValue(envelope.call!.args)).toEqual(['inv_1', new Date(0)]);
    expect(decodeValue(envelope.call!.heartbeat)).toBe(undefined);
  });

  it('holds only characters that SQS takes, and gives every string and key back code unit by code unit (G9, C56)', () => {
    const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
    fc.assert(
      fc.property(anyText, anyText, (key, value) => {
        const body = encodeBody({ ...most, workflow: `w${value}`, frames: frames({ [key]: value, list: [value] }) });
        expect(body).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
        const envelope = decoded(body);
        expect(envelope.workflow).toBe(`w${value}`);
        const [frame] = decodeFrames(envelope.frames);
        const locals = frame!.locals;
        expect(Object.keys(locals)).toContain(key);
        if (key !== 'list') expect(Object.getOwnPropertyDescriptor(locals, key)!.value).toBe(value);
      }),
      { numRuns: 300 },
    );
  });

  it('with a value that is none is refused before it is sent, as our own defect', () => {
    expect(() => encodeBody({ ...least, hop: NaN })).toThrow(
      expect.objectContaining({
        code: 'INVARIANT',
        message: expect.stringContaining('.hop is no integer from 0') as string,
      }),
    );
    expect(() => encodeBody({ ...least, surplus: 1 } as Envelope)).toThrow('unknown field "surplus"');
  });
});

describe('decodeBody', () => {
  const reasonOf = (body: string) => {
    const result = decodeBody(body);
    return result.ok ? 'ok' : result.reason;
  };

  it('calls what is no envelope malformed', () => {
    const bodies = [
      '',
      'hello',
      '{}',
      'null',
      '[]',
      '1',
      '"hopline"',
      '{"hopline":0}',
      '{"hopline":"1"}',
      '{"hopline":1.5}',
    ];
    const s3Event = JSON.stringify({ Records: [{ eventSource: 'aws:s3', s3: { bucket: { name: 'b' } } }] });
    for (const body of [...bodies, s3Event]) expect(reasonOf(body), body).toBe('malformed');
    const whole = encodeBody(most);
    for (let cut = 0; cut < whole.length; cut += 7) expect(reasonOf(whole.slice(0, cut))).toBe('malformed');
    expect(reasonOf('['.repeat(500_000))).toBe('malformed');
  });

  it('calls an envelope of a later format not its own', () => {
    expect(decodeBody('{"hopline":2,"anything":[]}')).toEqual({
      ok: false,
      reason: 'format',
      detail: 'The envelope has format 2; this worker reads 1',
    });
  });

  it('refuses lists nested in encoded values: writing them again would recurse', () => {
    const deep = `${'['.repeat(200_000)}1${']'.repeat(200_000)}`;
    const body = encodeBody(least).replace('"frames":[', `"frames":[${deep},`);
    expect(reasonOf(body)).toBe('malformed');
  });

  it('says which field is wrong', () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ run: '' }, '.run is no text'],
      [{ run: 'a\u0000' }, '.run is no text'],
      [{ run: 'x'.repeat(129) }, '.run is no text'],
      [{ epoch: -1 }, '.epoch is no integer'],
      [{ hop: 1.5 }, '.hop is no integer'],
      [{ frames: 'x' }, '.frames is no encoded list'],
      [{ frames: [] }, '.frames is no encoded list'],
      [{ frames: -1 }, '.frames is no encoded list'],
      [{ wait: {} }, '.wait has none of durationMs, dueAtMs'],
      [{ wait: { durationMs: 1, dueAtMs: 1 } }, '.wait has an unknown field "dueAtMs"'],
      [{ wait: { dueAtMs: 1, inLine: false } }, '.wait.inLine is not true'],
      [{ call: { args: [[]], attempt: 0, limits: [{}] } }, '.call.limits[0] lacks name'],
      [{ call: { args: [[]], attempt: 0, limits: [], outcome: {} } }, '.call.outcome has none of value, error'],
      [{ paused: { reason: 'x', error: { name: 1 } } }, '.paused.error.name is no text'],
      [{ other: 1 }, 'has an unknown field "other"'],
      [{ workflow: undefined }, 'lacks workflow'],
    ];
    for (const [change, detail] of wrong) {
      const result = decodeBody(JSON.stringify({ ...(parsed(least) as object), ...change }));
      expect(result).toMatchObject({ ok: false, reason: 'malformed' });
      expect((result as { detail: string }).detail).toContain(detail);
    }
  });

  it('never throws, whatever JSON it gets', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.object({ key: fc.constantFrom(...Object.keys(most)) }), (value, fields) => {
        decodeBody(JSON.stringify(value));
        decodeBody(JSON.stringify({ ...(parsed(most) as object), ...fields }));
      }),
      { numRuns: 500 },
    );
  });
});

describe('envelope.schema.json', () => {
  it('accepts what decodeBody accepts and refuses what it refuses', () => {
    const good = [parsed(least), parsed(most)];
    for (const envelope of good) expect(matchesSchema(schema, envelope)).toBe(true);
    let refused = 0;
    fc.assert(
      fc.property(fc.constantFrom(...good), mutation(), (envelope, mutate) => {
        const mutant = JSON.parse(JSON.stringify(envelope)) as Record<string, unknown>;
        mutate(mutant);
        const text = JSON.stringify(mutant);
        const { ok } = decodeBody(text);
        if (!ok) refused++;
        expect(matchesSchema(schema, JSON.parse(text)), text).toBe(ok);
      }),
      { numRuns: 3_000 },
    );
    expect(refused).toBeGreaterThan(500);
  });
});

/** Changes one field, at any depth outside encoded values: to another value, away, or one more. */
function mutation(): fc.Arbitrary<(envelope: Record<string, unknown>) => void> {
  const odd = fc.constantFrom<unknown>(
    ...[
      null,
      true,
      false,
      0,
      1,
      -1,
      1.5,
      8_640_000_000_000_001,
      2 ** 53,
      '',
      ' ',
      'x',
      'a\u0007',
      'y'.repeat(129),
      [],
      {},
    ],
    ...[
      [[]],
      [[1], 5],
      [{ a: 0 }],
      [{ a: [] }],
      [[[]]],
      -3,
      { durationMs: 5 },
      { dueAtMs: 1 },
      { value: [[]] },
      { error: -1 },
    ],
    [['~error', { n: 'E', f: { a: 1 }, lost: ['b'] }]],
  );
  return fc.tuple(fc.nat(), fc.constantFrom('set', 'delete', 'add'), odd).map(([seed, kind, value]) => (envelope) => {
    const places: [Record<string, unknown>, string][] = [];
    collect(envelope, places);
    const [holder, key] = places[seed % places.length]!;
    if (kind === 'delete') delete holder[key];
    else if (kind === 'add') holder[`${key}s`] = value;
    else holder[key] = value;
  });
}

const encodedFields = new Set(['frames', 'args', 'heartbeat', 'value']);
function collect(holder: Record<string, unknown>, places: [Record<string, unknown>, string][]): void {
  for (const [key, value] of Object.entries(holder)) {
    places.push([holder, key]);
    if (typeof value === 'object' && value !== null && !encodedFields.has(key) && !Array.isArray(value))
      collect(value as Record<string, unknown>, places);
    if (key === 'limits') for (const limit of value as Record<string, unknown>[]) collect(limit, places);
  }
}

describe('size', () => {
  it('is counted in bytes of UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(bodyBytes(text)).toBe(Buffer.byteLength(text));
      }),
    );
    expect(bodyBytes('a\ud800b')).toBe(Buffer.byteLength('a\ud800b'));
    expect(attributesBytes({ ab: 'é' })).toBe(2 + 6 + 2);
  });
});
