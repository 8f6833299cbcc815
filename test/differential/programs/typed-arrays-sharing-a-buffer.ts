import { activity, sleep, workflow } from 'hopline';

export class TypedArraysSharingABuffer {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const buffer = new ArrayBuffer(8);
    const bytes = new Uint8Array(buffer);
    const words = new Uint16Array(buffer, 2, 2);
    bytes.set([1, 2, 3, 4, 5, 6, 7, 8]);
    await sleep(1);
    words[0] = 0xffff;
    await sleep(2);
    return [bytes, words, words.buffer === bytes.buffer, words.byteOffset, await this.give(bytes)];
  }
}

export const runs = [{ method: 'run', args: [] }];
