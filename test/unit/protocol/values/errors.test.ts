import { describe, expect, it } from 'vitest';
import {
  ActivityTimeoutError,
  CancelledError,
  FatalError,
  HoplineError,
  isFatalError,
  RetryableError,
  WorkflowFailedError,
} from '../../../../runtime/protocol/errors.ts';
import { registerCodec, registerErrorClass } from '../../../../runtime/protocol/values/codec-registry.ts';
import { decodeValue } from '../../../../runtime/protocol/values/decode-value.ts';
import { encodeValue } from '../../../../runtime/protocol/values/encode-value.ts';

const travelled = <T>(value: T): T => decodeValue(JSON.parse(encodeValue(value, 'value'))) as T;

describe('an error', () => {
  it('keeps class, name, message and stack of every built-in', () => {
    for (const type of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
      const error = new type('what');
      const back = travelled(error);
      expect(Object.getPrototypeOf(back)).toBe(type.prototype);
      expect(Object.prototype.toString.call(back)).toBe('[object Error]');
      expect([back.name, back.message, back.stack]).toEqual([type.name, 'what', error.stack]);
      expect(Object.keys(back)).toEqual([]);
    }
  });

  it('without a message has none', () => {
    expect(Object.hasOwn(travelled(new Error()), 'message')).toBe(false);
  });

  it('keeps its cause, hidden as the language sets it, whatever it is', () => {
    const back = travelled(new Error('outer', { cause: new Map([['inner', new TypeError('inner')]]) }));
    expect(Object.getOwnPropertyDescriptor(back, 'cause')).toMatchObject({ enumerable: false, writable: true });
    expect((back.cause as Map<string, Error>).get('inner')).toBeInstanceOf(TypeError);
    expect(Object.hasOwn(travelled(new Error('x', { cause: undefined })), 'cause')).toBe(true);
    expect(Object.hasOwn(travelled(new Error('x')), 'cause')).toBe(false);
  });

  it('may be its own cause, over any number of steps', () => {
    const first = new Error('first');
    const second = new Error('second', { cause: first });
    first.cause = { through: [second] };
    const back = travelled(first);
    const through = (back.cause as { through: Error[] }).through[0]!;
    expect(through.message).toBe('second');
    expect(through.cause).toBe(back);
  });

  it('thrown once and held twice stays one', () => {
    const error = new Error('one');
    const back = travelled({ a: error, b: [error], c: new Error('outer', { cause: error }) });
    expect(back.a).toBe(back.b[0]);
    expect(back.c.cause).toBe(back.a);
  });

  it('keeps the errors of an AggregateError', () => {
    const back = travelled(new AggregateError([new RangeError('a'), 'b'], 'both'));
    expect(back).toBeInstanceOf(AggregateError);
    expect(back.errors[0]).toBeInstanceOf(RangeError);
    expect(back.errors[1]).toBe('b');
    expect(Object.keys(back)).toEqual([]);
  });

  it('keeps own fields, and lists those that cannot travel', () => {
    class Socket {}
    const error = Object.assign(new Error('failed'), {
      code: 'ECONNRESET',
      errno: -104,
      request: { headers: { a: 'b' }, socket: new Socket() },
      when: new Date(5),
      retry: () => 1,
      [Symbol('kept')]: 1,
    });
    Object.defineProperty(error, 'lazy', { get: () => 1, enumerable: true });
    const back = travelled(error) as typeof error & { lost: string[] };
    expect([back.code, back.errno, back.when]).toEqual(['ECONNRESET', -104, new Date(5)]);
    expect([...back.lost].sort()).toEqual(['Symbol(kept)', 'lazy', 'request', 'retry']);
    expect(Object.keys(back)).toEqual(['code', 'errno', 'when', 'lost']);
    expect([...travelled(back).lost].sort()).toEqual(['Symbol(kept)', 'lazy', 'request', 'retry']);
  });

  it('loses nothing of what stands beside a field that is lost', () => {
    const shared = { shared: true };
    const error = Object.assign(new Error('x'), { bad: [shared, () => 1], good: shared });
    const back = travelled({ error, shared });
    expect((back.error as unknown as { lost: string[] }).lost).toEqual(['bad']);
    expect(back.error.good).toBe(back.shared);
    expect(back.shared).toEqual({ shared: true });
  });

  it('of an unknown class becomes the nearest built-in with its name', () => {
    class QuotaError extends RangeError {
      override name = 'QuotaError';
      left = 3;
    }
    class Unnamed extends TypeError {}
    const back = travelled(new QuotaError('full'));
    expect(Object.getPrototypeOf(back)).toBe(RangeError.prototype);
    expect([back.name, back.message, back.left]).toEqual(['QuotaError', 'full', 3]);
    expect(travelled(new Unnamed('x')).name).toBe('TypeError');
  });

  it('of a class that looks like a built-in is not taken for it', () => {
    const Namesake = { TypeError: class TypeError extends Error {} }.TypeError;
    expect(Object.getPrototypeOf(travelled(new Namesake('x')))).toBe(Error.prototype);
  });

  it('DOMException becomes an Error with its name', () => {
    const back = travelled(AbortSignal.abort().reason as DOMException);
    expect(Object.getPrototypeOf(back)).toBe(Error.prototype);
    expect([back.name, back.message]).toEqual(['AbortError', 'This operation was aborted']);
  });

  it('of ours revives as ours, with what it carries', () => {
    const hopline = travelled(new HoplineError('NEEDS_STORE', 'no', { hint: 'add one', cause: 1 }));
    expect(hopline).toBeInstanceOf(HoplineError);
    expect(HoplineError.is(hopline, 'NEEDS_STORE')).toBe(true);
    expect([hopline.hint, hopline.cause, hopline.name]).toEqual(['add one', 1, 'HoplineError']);
    expect(travelled(new FatalError('x'))).toBeInstanceOf(FatalError);
    const retryable = travelled(new RetryableError('x', { retryAfter: new Date(7) }));
    expect(retryable).toBeInstanceOf(RetryableError);
    expect(retryable.retryAfter).toEqual(new Date(7));
    expect(travelled(new ActivityTimeoutError('x'))).toBeInstanceOf(ActivityTimeoutError);
    expect(travelled(new CancelledError('x'))).toBeInstanceOf(CancelledError);
    const failed = travelled(
      new WorkflowFailedError('x', { runId: 'r', status: 'failed', cause: new FatalError('y') }),
    );
    expect(failed).toBeInstanceOf(WorkflowFailedError);
    expect([failed.runId, failed.status, isFatalError(failed.cause)]).toEqual(['r', 'failed', true]);
  });

  it('of an unknown subclass of ours keeps our class: it stays fatal', () => {
    class CardDeclined extends FatalError {
      override name = 'CardDeclined';
      reason = 'expired';
    }
    const back = travelled(new CardDeclined('no'));
    expect(isFatalError(back)).toBe(true);
    expect([back.name, back.reason]).toEqual(['CardDeclined', 'expired']);
  });

  it('of a registered class revives as itself, without its constructor', () => {
    let built = 0;
    class PaymentError extends FatalError {
      readonly invoice: string;
      constructor(invoice: string) {
        built++;
        super(`invoice ${invoice} failed`);
        this.invoice = invoice;
      }
      get label() {
        return `${this.invoice}!`;
      }
    }
    registerErrorClass(PaymentError, 'errors.test:PaymentError');
    registerErrorClass(PaymentError, 'errors.test:PaymentError');
    const back = travelled(new PaymentError('inv_1'));
    expect(back).toBeInstanceOf(PaymentError);
    expect([back.label, back.message, built]).toEqual(['inv_1!', 'invoice inv_1 failed', 1]);
    class Late extends PaymentError {}
    expect(travelled(new Late('x'))).toBeInstanceOf(PaymentError);
    expect(() => registerErrorClass(class Other extends Error {}, 'errors.test:PaymentError')).toThrow(
      'stands for another class',
    );
  });

  it('of a class registered elsewhere only falls back, and keeps its name', () => {
    const flat = [['~error', { u: 'nobody knows', h: 'FatalError', b: 'RangeError', n: 'Odd', m: 'x' }]];
    const back = decodeValue(flat) as Error;
    expect(back).toBeInstanceOf(FatalError);
    expect([back.name, back.stack]).toEqual(['Odd', 'Odd: x']);
  });

  it('of a class with a codec travels by the codec', () => {
    class Sealed extends Error {
      readonly #secret: number;
      constructor(secret: number) {
        super('sealed');
        this.#secret = secret;
      }
      get secret() {
        return this.#secret;
      }
    }
    registerCodec(Sealed, {
      name: 'errors.test:Sealed',
      encode: (error) => error.secret,
      decode: (secret) => new Sealed(secret),
    });
    expect(travelled(new Sealed(7)).secret).toBe(7);
  });

  it('with a hopelessly long chain of causes arrives with as much as fits', () => {
    let error = new Error('last');
    for (let n = 0; n < 3_000; n++) error = new Error(`level ${n}`, { cause: error });
    let back: Error | undefined = travelled(error);
    let length = 0;
    let lost: unknown;
    for (; back; back = back.cause as Error | undefined) {
      length++;
      lost = (back as { lost?: unknown }).lost;
    }
    expect(length).toBe(1_001);
    expect(lost).toEqual(['cause']);
  });
});
