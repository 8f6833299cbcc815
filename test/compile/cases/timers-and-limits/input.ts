import { activity, defineRateLimit, rateLimit, sleep, sleepUntil, workflow } from 'hopline';

const mails = defineRateLimit('mails', { limit: 5, per: '1m' });

export class TimersAndLimits {
  @activity() async mail(to: string): Promise<string> {
    return to;
  }

  @workflow()
  async run(to: string, day: string): Promise<string> {
    await sleepUntil(`${day}T09:00:00Z`);
    await rateLimit(mails, to);
    const sent = await this.mail(to);
    await sleep({ minutes: 5 });
    return sent;
  }
}

export const runs = [{ method: 'run', args: ['a@b.example', '2030-01-01'] }];
