import fc from 'fast-check';
import { expect, it } from 'vitest';
import { batchChunks } from '../../../runtime/queues/batch-chunks.ts';

it('cuts any batch into requests that SQS takes, keeping the order, and no more than needed', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 1_200 }), { maxLength: 60 });
  fc.assert(
    fc.property(sizes, (entries) => {
      const bytesMax = 1_000;
      const chunks = batchChunks(entries, (bytes) => bytes, bytesMax);
      expect(chunks.flatMap((chunk) => chunk.entries)).toEqual(entries);
      for (const [at, { entries: own, from }] of chunks.entries()) {
        const sum = own.reduce((a, b) => a + b, 0);
        expect(own.length).toBeGreaterThan(0);
        expect(own.length).toBeLessThanOrEqual(10);
        expect(sum <= bytesMax || own.length === 1).toBe(true);
        expect(entries.slice(from, from + own.length)).toEqual(own);
        const next = chunks[at + 1]?.entries[0];
        if (next !== undefined) expect(own.length === 10 || sum + next > bytesMax).toBe(true);
      }
    }),
  );
});
