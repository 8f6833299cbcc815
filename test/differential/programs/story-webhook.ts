import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

interface Answer {
  status: number;
  retryAfter?: number;
}

export class Webhook {
  @activity()
  async post(url: string): Promise<Answer> {
    const scripts: Record<string, Answer[]> = {
      ok: [{ status: 200 }],
      slow: [{ status: 503 }, { status: 429, retryAfter: 7 }, { status: 200 }],
      gone: [{ status: 500 }, { status: 410 }],
      dead: [{ status: 500 }],
    };
    return host.script(url, scripts[url]!);
  }

  @workflow()
  async deliver(url: string): Promise<string> {
    const started = 0;
    let wait = 30;
    let waited = started;
    while (waited < 1000) {
      const { status, retryAfter } = await this.post(url);
      switch (true) {
        case status < 300:
          return `delivered after ${waited}`;
        case status === 410:
          return 'gone';
        case status === 429 && retryAfter !== undefined:
          await sleep({ seconds: retryAfter! });
          waited += retryAfter!;
          continue;
      }
      await sleep({ seconds: wait });
      waited += wait;
      wait = Math.min(wait * 2, 300);
    }
    return `gave up after ${waited}`;
  }
}

export const runs = ['ok', 'slow', 'gone', 'dead'].map((url) => ({ method: 'deliver', args: [url] }));
