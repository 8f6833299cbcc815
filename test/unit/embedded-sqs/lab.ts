import { EmbeddedSqs, type Faults } from 'hopline/embedded-sqs';
import { VirtualClock } from '../../../runtime/clocks/virtual-clock.ts';
import { Lab } from '../../conformance/sqs/row.ts';

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An embedded SQS in virtual time, with the calls of the contract's rows. */
export interface EmbeddedLab extends Lab {
  readonly sqs: EmbeddedSqs;
  readonly clock: VirtualClock;
}

export function createLab(options: { faults?: Faults; seed?: number } = {}): EmbeddedLab {
  const clock = new VirtualClock();
  const sqs = new EmbeddedSqs({ clock, seed: 7, ...options });
  const lab = new Lab({
    name: 'embedded send',
    hasVirtualTime: true,
    send: (command, sendOptions) => sqs.send(command, sendOptions),
    async wait(ms) {
      const untilMs = clock.now() + ms;
      while (clock.fireNext(untilMs)) await turn();
      clock.advanceTo(untilMs);
    },
    now: () => clock.now(),
    close: async () => {},
  });
  return Object.assign(lab, { sqs, clock });
}
