import { activity, sleep, workflow } from 'hopline';

export class Bytes {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async sum(bytes: Uint8Array): Promise<number> {
    let sum = 0;
    for (const byte of bytes) {
      sum += byte;
      bytes[bytes.length - 1] = 9;
      await sleep(byte);
    }
    for (const big of new BigInt64Array([1n, -1n])) sum += Number(await this.give(big));
    return sum;
  }
}

export const runs = [
  { method: 'sum', args: [new Uint8Array([1, 2, 3])] },
  { method: 'sum', args: [new Uint8Array()] },
];
