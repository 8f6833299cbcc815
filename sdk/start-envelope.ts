import { durationToMs } from '../runtime/protocol/duration.ts';
import { envelopeFormat, type Encoded, type Envelope } from '../runtime/protocol/envelope.ts';
import { HoplineError } from '../runtime/protocol/errors.ts';
import { encodeFrames } from '../runtime/protocol/frames.ts';
import { shownArgument } from '../runtime/protocol/shown-argument.ts';
import { encodeValue } from '../runtime/protocol/values/encode-value.ts';
import type { StartOptions } from './client.ts';
import { groupIdOf } from './group-id.ts';
import type { WorkflowTarget } from './workflow-target.ts';

/**
 * The first envelope of a run: one frame at `start`, with its arguments.
 *
 * @throws HoplineError `UNSERIALISABLE`, `INVALID_DURATION`, `INVALID_OPTION`
 */
export function startEnvelope(
  { workflow, fairnessKey }: WorkflowTarget,
  { args, delay }: StartOptions<unknown[]>,
  { id, incarnation }: { id: string; incarnation: string },
): Envelope {
  const durationMs = delay === undefined ? 0 : durationToMs(delay, 'delay');
  return {
    hopline: envelopeFormat,
    workflow,
    run: id,
    incarnation,
    epoch: 0,
    hop: 0,
    visit: 0,
    frames: startFrames(workflow, args),
    ...(durationMs > 0 && { wait: { durationMs } }),
    ...(fairnessKey && { fairnessKey: groupIdOf(fairnessText(workflow, fairnessKey(...args))) }),
    renewals: 0,
  };
}

function startFrames(workflow: string, args: unknown[]): Encoded {
  try {
    return encodeFrames([{ machine: workflow, state: 'start', hash: '', locals: { args } }]);
  } catch (error) {
    // The user knows arguments, not frames: the same refusal in those words.
    encodeValue(args, `Start of ${workflow}: args`);
    throw error;
  }
}

function fairnessText(workflow: string, key: unknown): string {
  if (typeof key === 'string' && key !== '') return key;
  throw new HoplineError(
    'INVALID_OPTION',
    `fairnessKey of workflow '${workflow}' gave ${shownArgument(key)}; it must give a text that is not empty.`,
  );
}
