/**
 * Writes the bodies of a release, once: `RECORD=0.2.0 npx vitest run test/history/record-bodies.test.ts`. A version that is
 * there already is not written again.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { decodeBody, encodeBody } from '../../runtime/protocol/body.ts';
import type { Envelope } from '../../runtime/protocol/envelope.ts';
import { FatalError, HoplineError, RetryableError, WorkflowFailedError } from '../../runtime/protocol/errors.ts';
import { encodeFrames } from '../../runtime/protocol/frames.ts';
import type { Frame } from '../../runtime/protocol/machine.ts';
import { encodeValue } from '../../runtime/protocol/values/encode-value.ts';
import { describeValue } from './describe-value.ts';
import { Money } from './record-codec.ts';

interface Plan {
  readonly what: string;
  readonly frames: readonly Frame[];
  /** What the frames come back as, where they change on the way. */
  readonly readAs?: readonly Frame[];
  readonly more?: Partial<Envelope>;
  /** Values that the call holds, by their field in the record. */
  readonly parts?: Readonly<Record<string, unknown>>;
}

const base = {
  hopline: 1 as const,
  workflow: 'Dunning.collect',
  run: 'run-1',
  incarnation: '6a1f0d6e-54a5-4a0e-9d5c-1f0a3a1a6f10',
  epoch: 0,
  hop: 0,
  visit: 0,
  renewals: 0,
};
const frame = (locals: Record<string, unknown>, state = 'charge', machine = 'Dunning.collect'): Frame => ({
  machine,
  state,
  hash: 'f00d',
  locals,
});
const encoded = (value: unknown) => encodeValue(value, 'recorded');

function recordOf({ what, frames, readAs = frames, more, parts = {} }: Plan): object {
  const body = encodeBody({ ...base, frames: encodeFrames(frames), ...more });
  const result = decodeBody(body);
  if (!result.ok) throw new Error(result.detail);
  const { frames: _frames, call, ...facts } = result.envelope;
  const { args: _args, heartbeat: _heartbeat, outcome: _outcome, ...callFacts } = call ?? {};
  const described = Object.entries(parts).map(([field, value]) => [field, describeValue(value)]);
  return {
    what,
    body,
    facts: { ...facts, ...(call && { call: callFacts }) },
    frames: describeValue(readAs),
    ...(Object.fromEntries(described) as object),
  };
}

/** With a stack that is the same on every machine. */
function placed<T extends Error>(error: T): T {
  const value = `${error.name}: ${error.message}\n    at collect (dunning.ts:12:5)`;
  return Object.defineProperty(error, 'stack', { value, writable: true, configurable: true, enumerable: false });
}

const declined = placed(
  Object.assign(new FatalError('card declined', { cause: placed(new TypeError('no card')) }), {
    reason: 'expired',
    lost: ['response'],
  }),
);

function everyKindOfValue(): Record<string, unknown> {
  const sticky = /a"\/b/giy;
  sticky.lastIndex = 4;
  const sparse: unknown[] = [];
  sparse[70] = 'far';
  const buffer = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer;
  const holes: unknown[] = ['a', 'b', 'c', 'd'];
  Reflect.deleteProperty(holes, 2);
  return {
    ...{ none: undefined, nothing: null, yes: true, no: false, empty: '', zero: 0, minusZero: -0, nan: NaN },
    ...{
      infinity: Infinity,
      minusInfinity: -Infinity,
      small: 5e-324,
      large: 1e21,
      big: -123456789012345678901234567890n,
    },
    ...{ date: new Date(1_700_000_000_123), never: new Date(NaN), regExp: /x+/u, sticky },
    ...{ url: new URL('https://example.com/a?b=c#d'), search: new URLSearchParams('a=1&a=2') },
    map: new Map<unknown, unknown>([
      ['k', { v: 1 }],
      [{ key: true }, NaN],
    ]),
    set: new Set([1, 'a', -0]),
    boxed: [Object('s'), Object(5), Object(false)],
    bytes: new Uint8Array(buffer, 2, 3),
    floats: new Float64Array([1.5, NaN]),
    longs: new BigInt64Array([1n, -1n]),
    view: new DataView(buffer, 1, 4),
    ...{ buffer, holes, sparse },
    proto: JSON.parse('{"before":1,"__proto__":{"own":true},"after":2}') as object,
    bare: Object.assign(Object.create(null) as object, { a: 1, b: { c: [] } }),
    money: new Money(1250n, 'EUR'),
  };
}

function sharedByFrames(): Frame[] {
  const invoice: Record<string, unknown> = { id: 'inv_1' };
  invoice.self = invoice;
  invoice.lines = [{ of: invoice }, { of: invoice }];
  const all = new Map<unknown, unknown>();
  all.set(all, [invoice, all]);
  const inner = { same: invoice, lines: new Set(invoice.lines as unknown[]) };
  return [frame({ invoice, all }, 'remind'), frame(inner, 'send', 'Dunning.remind')];
}

class QuotaError extends RangeError {
  override name = 'QuotaError';
  left = 3;
}

function everyKindOfError(quota: Error): Frame[] {
  const cyclic = placed(new Error('first'));
  const second = placed(new RangeError('second', { cause: cyclic }));
  cyclic.cause = [second];
  const locals = {
    cyclic,
    twice: [second, second],
    aggregate: placed(new AggregateError([second, 'text'], 'both')),
    hopline: placed(new HoplineError('NEEDS_STORE', 'no', { hint: 'add one' })),
    retryable: placed(new RetryableError('later', { retryAfter: '30s' })),
    failed: placed(new WorkflowFailedError('failed', { runId: 'r', status: 'failed', cause: declined })),
    quota,
  };
  return [frame(locals, 'catch')];
}

const args = [{ id: 'inv_1' }, undefined, 2n];

const plans: Record<string, Plan> = {
  start: {
    what: 'a start with a delay',
    frames: [
      {
        ...{ machine: 'Dunning.collect', state: 'start', hash: '' },
        locals: { args: [{ invoice: 'inv_1', amount: 12.5 }, ['a', 'b']] },
      },
    ],
    more: { wait: { durationMs: 90_000 }, fairnessKey: 'tenant' },
  },
  sleep: {
    what: 'a leg of a long sleep',
    frames: [frame({ attempt: 3, at: new Date(0) }, 'sleep#2')],
    more: {
      ...{ hop: 17, visit: 5, wait: { dueAtMs: 1_796_000_000_000 }, startedAtMs: 1_795_000_000_000 },
      home: 'https://sqs.eu-central-1.amazonaws.com/123456789012/work',
      trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      pace: { sinceMs: 1_795_999_000_000, hops: 4 },
    },
  },
  retry: {
    what: 'an activity to be tried again, with limits and a heartbeat',
    frames: [frame({ invoice: args[0] })],
    more: {
      ...{ hop: 3, visit: 2, wait: { dueAtMs: 1_796_000_001_000, inLine: true } },
      call: {
        ...{ args: encoded(args), attempt: 2, heartbeat: encoded({ page: 7 }) },
        ...{ firstFailedAtMs: 1_796_000_000_000, firstStartedAtMs: 1_795_999_999_000 },
        limits: [{ name: 'mails', key: 'tenant', limit: 10, perMs: 1000 }],
      },
    },
    parts: { args, heartbeat: { page: 7 } },
  },
  paused: {
    what: 'paused with the outcome of an activity',
    frames: [frame({})],
    more: {
      ...{ epoch: 1, hop: 9, visit: 4, unknownSinceMs: 1_796_000_000_000, handBacks: 2, renewals: 1 },
      call: { args: encoded([]), attempt: 1, limits: [], outcome: { error: encoded(declined) } },
      paused: { reason: 'paused', error: { name: 'FatalError', message: 'card declined' } },
    },
    parts: { args: [], outcome: declined },
  },
  values: { what: 'every kind of value', frames: [frame(everyKindOfValue())] },
  text: {
    what: 'strings and keys that no queue would take as they are',
    frames: [
      frame({
        controls: String.fromCharCode(...Array(32).keys(), 127),
        ...{ surrogates: '\ud800 \udc00 \udc00\ud800', nonCharacters: '\ufffe\uffff', emoji: '😀 𠮷 é' },
        ...{ lines: 'a\r\nb\u2028c', quotes: '"\\/<', '\u0000\ud800\uffff': { '😀': 1 } },
      }),
    ],
    more: { run: 'run é 😀', workflow: 'Dünning.collect' },
  },
  graph: { what: 'two frames that share objects, and cycles', frames: sharedByFrames(), more: { hop: 2, visit: 3 } },
  errors: {
    what: 'errors of every kind, by reference; one of a class that nobody registered',
    frames: everyKindOfError(placed(new QuotaError('full'))),
    readAs: everyKindOfError(placed(Object.assign(new RangeError('full'), { name: 'QuotaError', left: 3 }))),
    more: { hop: 1, visit: 1 },
  },
};

const version = process.env['RECORD'];

it.runIf(version !== undefined)('writes the bodies of a release', () => {
  const folder = new URL(`./${version}/`, import.meta.url);
  if (existsSync(folder)) throw new Error(`Bodies of ${version} were recorded before; they never change.`);
  mkdirSync(folder);
  for (const [name, plan] of Object.entries(plans))
    writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(recordOf(plan), null, 2)}\n`);
});
