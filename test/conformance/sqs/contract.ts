import { factRows } from './fact-rows.ts';
import { messageRows } from './message-rows.ts';
import { queueRows } from './queue-rows.ts';
import type { Row } from './row.ts';

/** All that an SQS must do to be one, as far as it is known here. */
export const contract: readonly Row[] = [...factRows, ...queueRows, ...messageRows];
