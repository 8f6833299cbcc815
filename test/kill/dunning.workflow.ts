import { appendFileSync } from 'node:fs';
import { activity, activityContext, sleep, workflow } from 'hopline';

/** A short dunning run: days are hundredths of a second, what activities saw goes to a file. */
export class ShortDunning {
  private readonly log: string;
  constructor(log: string) {
    this.log = log;
  }

  @activity({ retry: { initial: '100ms', jitter: 'none' } })
  async charge(invoice: string, attempt: number): Promise<boolean> {
    this.note('charge', invoice, attempt);
    return attempt >= 2;
  }

  @activity()
  async mail(invoice: string, text: string): Promise<number> {
    this.note('mail', invoice, text);
    return text.length;
  }

  @workflow()
  async collect(invoice: string): Promise<string> {
    const mailed: number[] = [];
    for (const [attempt, day] of [0, 1, 1].entries()) {
      await sleep({ seconds: day });
      mailed.push(await this.mail(invoice, `attempt ${attempt}`));
      if (await this.charge(invoice, attempt)) return `${invoice} paid at ${attempt} after ${mailed.length} mails`;
    }
    return `${invoice} unpaid`;
  }

  private note(name: string, ...args: unknown[]): void {
    const { runId, idempotencyKey } = activityContext();
    appendFileSync(this.log, `${JSON.stringify({ name, args, run: runId, key: idempotencyKey })}\n`);
  }
}
