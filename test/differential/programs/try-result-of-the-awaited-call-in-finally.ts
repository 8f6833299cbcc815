import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Compensate {
  @activity()
  async reserve(item: string): Promise<string> {
    if (item === 'gone') throw new Error(`${item} is sold out`);
    return `r-${item}`;
  }

  @activity()
  async release(reservation: string): Promise<void> {
    host.note('released', reservation);
  }

  @workflow()
  async order(items: string[]): Promise<string[]> {
    const reservations: string[] = [];
    let isComplete = false;
    try {
      for (const item of items) reservations.push(await this.reserve(item));
      isComplete = true;
    } finally {
      if (!isComplete) {
        for (const reservation of reservations.reverse()) await this.release(reservation);
      }
    }
    return reservations;
  }
}

export const runs = [
  { method: 'order', args: [['a', 'b']] },
  { method: 'order', args: [['a', 'b', 'gone', 'c']] },
  { method: 'order', args: [[]] },
];
