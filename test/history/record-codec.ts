import { registerCodec } from '../../runtime/protocol/values/codec-registry.ts';

/** The class in the recorded bodies. Never changes: a program that wrote them registered it so. */
export class Money {
  readonly cents: bigint;
  readonly currency: string;
  constructor(cents: bigint, currency: string) {
    this.cents = cents;
    this.currency = currency;
  }
}

registerCodec(Money, {
  name: 'history:Money',
  encode: ({ cents, currency }) => ({ cents, currency }),
  decode: ({ cents, currency }) => new Money(cents, currency),
});
