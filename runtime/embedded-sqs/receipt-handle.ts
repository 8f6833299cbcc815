import { modelled } from './errors.ts';

/**
 * Names one receive of one stored copy: `AQEB` + queue, copy, receive and a check over the three.
 *
 * Nothing is kept of a deleted message, yet its handle must be told from a made-up one (the first may be deleted again, the
 * second is refused). So a handle carries a check that only this service can make; a handle of another queue or of another
 * service is refused like garbage.
 */
export interface Receipt {
  /** `Message.order`. */
  readonly order: number;
  /** The receive count that this receive made. */
  readonly receive: number;
}

/** Without leading zeros: of two texts that look alike only the one that was given out is a handle. */
const form = /^AQEB\d+-(0|[1-9]\d*)-([1-9]\d*)-(0|[1-9]\d*)$/;

export class ReceiptHandles {
  readonly #prefix: string;
  readonly #secret: number;

  /** `queue` is unlike for every queue of the service; `secret` is unlike for every service. */
  constructor(queue: number, secret: number) {
    this.#prefix = `AQEB${queue}-`;
    this.#secret = (secret ^ Math.imul(queue + 1, 0x9e37_79b1)) >>> 0;
  }

  write(order: number, receive: number): string {
    return `${this.#prefix}${order}-${receive}-${this.#check(order, receive)}`;
  }

  /** Throws `ReceiptHandleIsInvalid`. */
  read(handle: string): Receipt {
    const parts = handle.startsWith(this.#prefix) ? form.exec(handle) : null;
    if (parts !== null) {
      const receipt = { order: Number(parts[1]), receive: Number(parts[2]) };
      if (this.#check(receipt.order, receipt.receive) === Number(parts[3])) return receipt;
    }
    throw modelled('ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not a valid receipt handle.`);
  }

  #check(order: number, receive: number): number {
    let value = this.#secret ^ (order >>> 0);
    value = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
    value ^= Math.floor(order / 0x1_0000_0000) ^ Math.imul(receive, 0xc2b2_ae35);
    value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35);
    return (value ^ (value >>> 16)) >>> 0;
  }
}
