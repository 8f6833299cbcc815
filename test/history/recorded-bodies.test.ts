/**
 * Bodies as each release wrote them. They must be read for ever, with the same meaning: runs of that release may still be
 * under way. Files are added with a release and never changed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeBody, encodeBody } from '../../runtime/protocol/body.ts';
import { decodeFrames } from '../../runtime/protocol/frames.ts';
import { decodeValue } from '../../runtime/protocol/values/decode-value.ts';
import { describeValue, type Description } from './describe-value.ts';
import './record-codec.ts';

interface Record0 {
  readonly what: string;
  readonly body: string;
  /** All fields but the encoded ones. */
  readonly facts: object;
  readonly frames: Description;
  readonly args?: Description;
  readonly heartbeat?: Description;
  readonly outcome?: Description;
}

const home = new URL('./', import.meta.url);
const versions = readdirSync(home, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const records = versions.flatMap((version) =>
  readdirSync(new URL(`${version}/`, home)).map((file) => ({
    file: `${version}/${file}`,
    record: JSON.parse(readFileSync(new URL(`${version}/${file}`, home), 'utf8')) as Record0,
  })),
);

describe.each(records)('$file: $record.what', ({ record }) => {
  it('is read, with the meaning that it had', () => {
    const result = decodeBody(record.body);
    if (!result.ok) throw new Error(result.detail);
    const { frames, call, ...facts } = result.envelope;
    const { args, heartbeat, outcome, ...callFacts } = call ?? {};
    expect({ ...facts, ...(call && { call: callFacts }) }).toEqual(record.facts);
    expect(describeValue(decodeFrames(frames))).toEqual(record.frames);
    if (record.args !== undefined) expect(describeValue(decodeValue(args))).toEqual(record.args);
    if (record.heartbeat !== undefined) expect(describeValue(decodeValue(heartbeat))).toEqual(record.heartbeat);
    if (record.outcome !== undefined)
      expect(describeValue(decodeValue('value' in outcome! ? outcome.value : outcome!.error))).toEqual(record.outcome);
  });

  it('is passed on without a change of meaning', () => {
    const result = decodeBody(record.body);
    const again = result.ok ? decodeBody(encodeBody(result.envelope)) : result;
    expect(again).toEqual(result);
  });
});

describe('the records of 0.1.0', () => {
  it('hold every kind of node of format 1', () => {
    const bodies = records.filter(({ file }) => file.startsWith('0.1.0/')).map(({ record }) => record.body);
    const kinds = [
      ...['Date', 'BigInt', 'URL', 'URLSearchParams', 'RegExp', '~RegExp', 'Map', 'Set', 'Object', 'null', '~object'],
      ...['ArrayBuffer', 'Uint8Array', 'Float64Array', 'BigInt64Array', 'DataView', '~error', '~codec'],
    ];
    for (const kind of kinds)
      expect(
        bodies.some((body) => body.includes(`["${kind}"`)),
        kind,
      ).toBe(true);
    for (const sentinel of [-1, -2, -3, -4, -5, -6])
      expect(
        bodies.some((body) => new RegExp(`[,:[]${sentinel}[\\],}]`).test(body)),
        `${sentinel}`,
      ).toBe(true);
    expect(bodies.some((body) => /\[-7,/.test(body))).toBe(true);
  });
});
