import { afterAll, beforeAll, describe, it } from 'vitest';
import { messageRows } from './message-rows.ts';
import { queueRows } from './queue-rows.ts';
import { Lab } from './row.ts';
import { embeddedTargets, type Target } from './targets.ts';

// The recorded facts have a test of their own.
describe.each(embeddedTargets)('SQS contract on $name', ({ start }) => {
  let target: Target;
  beforeAll(async () => {
    target = await start();
  });
  afterAll(() => target.close());

  it.each([...queueRows, ...messageRows])('$id: $title', (row) => row.run(new Lab(target)));
});
