import { TestEnvironment, type TestEnvironmentOptions } from 'hopline/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { PageCopier, type Answer, type Row } from './copier.ts';
import { PartnerSync } from './workflow.ts';

interface Request {
  tenant: string;
  cursor: string | undefined;
  atMs: number;
}

/** What the partner answers out of turn; undefined where it serves the page. */
type Mood = (request: Request, earlier: readonly Request[]) => Answer | undefined;

const opened: TestEnvironment[] = [];
afterEach(async () => {
  for (const env of opened.splice(0)) await env.close();
});

/** A partner with so many pages of two rows for each tenant, which counts what is asked of it. */
async function world(pages: number, mood: Mood = () => undefined, options: Partial<TestEnvironmentOptions> = {}) {
  const requests: Request[] = [];
  const table = new Map<string, Row>();
  const partner = {
    async page(tenant: string, cursor: string | undefined): Promise<Answer> {
      const request = { tenant, cursor, atMs: env.now().getTime() };
      requests.push(request);
      const number = Number(cursor ?? 1);
      const rows = [0, 1].map((n) => ({ id: `${number}-${n}`, name: `customer ${number}-${n}` }));
      const next = number < pages ? { next: String(number + 1) } : {};
      return mood(request, requests.slice(0, -1)) ?? { status: 200, rows, ...next };
    },
  };
  const upsert = async (tenant: string, rows: readonly Row[]) => {
    for (const row of rows) table.set(`${tenant} ${row.id}`, row);
  };
  const env = await TestEnvironment.create({
    workflows: [new PartnerSync(new PageCopier(partner, { upsert }))],
    ...options,
  });
  opened.push(env);
  const traffic = { received: 0, largestBody: 0 };
  env.queue.onRequest = ({ input, output }) => {
    traffic.received += (output as { Messages?: unknown[] } | undefined)?.Messages?.length ?? 0;
    for (const { MessageBody } of (input as { Entries?: { MessageBody?: string }[] }).Entries ?? [])
      traffic.largestBody = Math.max(traffic.largestBody, Buffer.byteLength(MessageBody ?? ''));
  };
  const sync = (tenant: string) => env.client.start(PartnerSync, 'sync', { args: [tenant], id: `sync-${tenant}` });
  return { env, sync, requests, table, traffic };
}

/** The most requests that any window of one second saw. */
function mostInOneSecond(requests: readonly Request[]): number {
  const times = requests.map(({ atMs }) => atMs).sort((a, b) => a - b);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
}

const of = (requests: readonly Request[], tenant: string) => requests.filter((request) => request.tenant === tenant);

describe('a sync', () => {
  it('copies every page, following the cursor', async () => {
    const { sync, requests, table } = await world(5);
    const run = await sync('acme');
    expect(await run.result()).toEqual({ tenant: 'acme', pages: 5, rows: 10 });
    expect(requests.map(({ cursor }) => cursor)).toEqual([undefined, '2', '3', '4', '5']);
    expect(table.size).toBe(10);
  });

  it('carries cursor and counters and never the rows', async () => {
    const { sync, traffic } = await world(150);
    const run = await sync('acme');
    expect(await run.result()).toMatchObject({ pages: 150 });
    expect(traffic.largestBody).toBeGreaterThan(0);
    expect(traffic.largestBody).toBeLessThan(4_096);
  });

  it('waits as told at 429, while other tenants go on', async () => {
    const { sync, requests, env } = await world(4, ({ tenant, cursor }, earlier) =>
      tenant === 'acme' && cursor === '2' && !earlier.some((request) => request.cursor === '2')
        ? { status: 429, retryAfter: '60' }
        : undefined,
    );
    const acme = await sync('acme');
    await acme.result({ timeout: '10s' }).catch(() => undefined); // It has been sent away by now.
    const globex = await sync('globex');
    const beganMs = env.now().getTime();
    expect(await globex.result()).toMatchObject({ pages: 4 });
    expect(env.now().getTime() - beganMs).toBeLessThan(10_000);
    expect(await acme.result()).toMatchObject({ pages: 4, rows: 8 });
    const [refused, again] = of(requests, 'acme').filter(({ cursor }) => cursor === '2') as [Request, Request];
    expect(again.atMs - refused.atMs).toBeGreaterThanOrEqual(60_000);
    expect(again.atMs - refused.atMs).toBeLessThan(65_000);
  });

  it('backs off from a partner that fails, and reads on where it was', async () => {
    const { sync, requests } = await world(3, ({ cursor }, earlier) =>
      cursor === '2' && earlier.filter((request) => request.cursor === '2').length < 4 ? { status: 503 } : undefined,
    );
    const run = await sync('acme');
    expect(await run.result()).toMatchObject({ pages: 3, rows: 6 });
    expect(requests.map(({ cursor }) => cursor)).toEqual([undefined, '2', '2', '2', '2', '2', '3']);
  });

  it.each([1, 2, 3])('resumes at its cursor when workers crash, and never begins anew (seed %i)', async (seed) => {
    const { sync, requests, table } = await world(30, undefined, { faults: { crash: 0.02 }, seed });
    const run = await sync('acme');
    expect(await run.result()).toEqual({ tenant: 'acme', pages: 30, rows: 60 });
    expect(table.size).toBe(60);
    const numbers = requests.map(({ cursor }) => Number(cursor ?? 1));
    expect(numbers.length).toBeGreaterThan(30); // Something did crash.
    expect(numbers.length).toBeLessThanOrEqual(60);
    expect(numbers.lastIndexOf(1)).toBeLessThan(numbers.indexOf(15));
  });
});

describe('fifty tenants at once', () => {
  it('ask at most ten times a second together and twice each, and lose no time over it', async () => {
    const pages = 8;
    const { sync, requests, env, traffic } = await world(pages);
    const tenants = Array.from({ length: 50 }, (_, n) => `tenant-${n}`);
    const beganMs = env.now().getTime();
    for (const tenant of tenants) await sync(tenant);
    await env.runToEnd();
    expect(requests).toHaveLength(50 * pages);
    expect(mostInOneSecond(requests)).toBeLessThanOrEqual(10);
    for (const tenant of tenants) expect(mostInOneSecond(of(requests, tenant))).toBeLessThanOrEqual(2);
    const tookSeconds = (env.now().getTime() - beganMs) / 1_000;
    expect(tookSeconds).toBeLessThanOrEqual(((50 * pages) / 10) * 1.1 + 2);
    expect(traffic.received).toBeLessThanOrEqual(3 * requests.length);
  });

  it('would be found out if nothing held them back', async () => {
    const requests = Array.from({ length: 11 }, (_, n) => ({ tenant: 'a', cursor: undefined, atMs: n * 99 }));
    expect(mostInOneSecond(requests)).toBe(11);
    expect(mostInOneSecond(requests.slice(0, 10))).toBe(10);
  });
});
