import { HoplineError } from '../runtime/protocol/errors.ts';
import { shownArgument } from '../runtime/protocol/shown-argument.ts';

const idCharactersMax = 128;

/**
 * A run's id as the user may choose it: 1 to 128 characters that SQS carries in a message attribute, not blank.
 *
 * @throws HoplineError `INVALID_ID`
 */
export function checkedRunId(id: unknown): string {
  if (isRunId(id)) return id;
  const length = typeof id === 'string' && [...id].length > idCharactersMax ? ` (${[...id].length} characters)` : '';
  throw new HoplineError(
    'INVALID_ID',
    `id is ${shownArgument(id)}${length}; a run's id has 1 to ${idCharactersMax} characters, is not blank and holds no control ` +
      `characters, lone surrogates or noncharacters. Choose a shorter plain one, or leave it out to get a UUID.`,
  );
}

function isRunId(id: unknown): id is string {
  return (
    typeof id === 'string' &&
    id.trim() !== '' &&
    [...id].length <= idCharactersMax &&
    !/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(id)
  );
}
