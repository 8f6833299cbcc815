/** Receivers to practise with: a `fetch` that answers by the URL's path, and services that print what real ones would do. */
import type { Endpoints, Tries, Try } from './sender.ts';

/** How each path answers its first, second, third… request; the last answer stays. `n s` is a 503 with Retry-After. */
const receivers: Record<string, readonly (number | `${number} s` | 'silence')[]> = {
  '/well': [200],
  '/busy': ['2 s', '1 s', 202],
  '/broken-for-a-while': [500, 502, 500, 200],
  '/silent-at-first': ['silence', 200],
  '/gone': [503, 410],
  '/dead': [500],
};

export function createPracticeFetch(): typeof fetch {
  const asked = new Map<string, number>();
  return async (url, init) => {
    const { pathname, href } = new URL(url instanceof Request ? url.url : url);
    const answers = receivers[pathname];
    if (!answers)
      throw new TypeError(`fetch failed: ${href} does not exist; there are ${Object.keys(receivers).join(', ')}`);
    const number = asked.get(href) ?? 0;
    asked.set(href, number + 1);
    const answer = answers[Math.min(number, answers.length - 1)]!;
    if (answer === 'silence') return silence(init?.signal ?? undefined);
    if (typeof answer === 'number') return new Response(undefined, { status: answer });
    return new Response(undefined, { status: 503, headers: { 'retry-after': answer.replace(' s', '') } });
  };
}

/** A connection that stays open without an answer until the caller hangs up. */
function silence(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
}

export class PrintedTries implements Tries {
  async record({ delivery, number, status, durationMs }: Try): Promise<void> {
    console.log(`  ${delivery}, try ${number}: ${status ?? 'no answer'} in ${Math.round(durationMs)} ms`);
  }
}

export class PrintedEndpoints implements Endpoints {
  async unsubscribe(endpoint: string): Promise<void> {
    console.log(`  ${endpoint} is unsubscribed`);
  }

  async reportFailing(endpoint: string, why: string): Promise<void> {
    console.log(`  mail to the owner of ${endpoint}: three days of failures, the last was: ${why}`);
  }
}
