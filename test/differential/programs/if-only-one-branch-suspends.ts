import { sleep, workflow } from 'hopline';

export class Reminder {
  @workflow()
  async remind(isUrgent: boolean, count: number): Promise<number> {
    let sent = 0;
    if (isUrgent) sent += 1;
    else await sleep('1 day'); // live: count, sent
    if (count > 1) {
      await sleep('1h'); // live: count, sent
      sent += count;
    }
    return sent;
  }
}

export const runs = [
  { method: 'remind', args: [true, 1] },
  { method: 'remind', args: [false, 1] },
  { method: 'remind', args: [true, 2] },
  { method: 'remind', args: [false, 3] },
];
