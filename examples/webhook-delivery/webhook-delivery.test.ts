import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestEnvironment } from 'hopline/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { FetchSender, type Delivery, type Try } from './sender.ts';
import { WebhookDelivery } from './workflow.ts';

interface Request {
  url: string;
  atMs: number;
  body: string;
  key: string;
}

type Receiver = (number: number, signal: AbortSignal) => Response | Promise<Response>;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const open of opened.splice(0)) await open.close();
});

const status = (code: number, headers: Record<string, string> = {}) =>
  new Response(undefined, { status: code, headers });

/** Receivers by URL, each told which request this is; what they got, what was recorded, and what was said to owners. */
async function world(receivers: Record<string, Receiver> | undefined, seed = 1) {
  const requests: Request[] = [];
  const tries: Try[] = [];
  const said: string[] = [];
  const receive: typeof fetch = async (url, init) => {
    const key = new Headers(init!.headers).get('idempotency-key')!;
    requests.push({ url: url as string, atMs: env.now().getTime(), body: init!.body as string, key });
    const number = requests.filter((request) => request.url === url).length;
    return receivers![url as string]!(number, init!.signal!);
  };
  const sender = new FetchSender({ record: async (entry) => void tries.push(entry) }, receivers ? receive : fetch);
  const endpoints = {
    unsubscribe: async (endpoint: string) => void said.push(`unsubscribe ${endpoint}`),
    reportFailing: async (endpoint: string, why: string) => void said.push(`failing ${endpoint}: ${why}`),
  };
  const env = await TestEnvironment.create({ workflows: [new WebhookDelivery(sender, endpoints)], seed });
  opened.push(env);
  const deliver = (delivery: Partial<Delivery>) => {
    const whole = { id: 'd-1', endpoint: 'https://a.example/', event: 'order.paid', payload: '{}', ...delivery };
    return env.client.start(WebhookDelivery, 'deliver', { args: [whole] });
  };
  return { env, deliver, requests, tries, said };
}

const seconds = (from: Request, to: Request) => (to.atMs - from.atMs) / 1_000;
const gaps = (requests: readonly Request[]) =>
  requests.slice(1).map((request, index) => seconds(requests[index]!, request));

/** The most requests that any window of one second saw. */
function mostInOneSecond(requests: readonly Request[]): number {
  const times = requests.map(({ atMs }) => atMs).sort((a, b) => a - b);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
}

describe('a delivery', () => {
  it('is made with one request where the receiver is well', async () => {
    const { deliver, requests, tries, said } = await world({ 'https://a.example/': () => status(204) });
    const run = await deliver({ payload: '{"order":1}' });
    expect(await run.result()).toEqual({ outcome: 'delivered', detail: 'status 204' });
    expect(requests).toMatchObject([{ body: '{"order":1}' }]);
    expect(tries).toMatchObject([{ delivery: 'd-1', number: 1, status: 204 }]);
    expect(said).toEqual([]);
  });

  it('is tried for three days with waits from 30 s to 8 h, then given up', async () => {
    const { deliver, requests, tries, said } = await world({ 'https://a.example/': () => status(500) });
    const run = await deliver({});
    expect(await run.result()).toEqual({ outcome: 'givenUp', detail: 'status 500' });
    for (const [index, gap] of gaps(requests).entries())
      expect(gap).toBeLessThanOrEqual(Math.min(8 * 3_600, 30 * 2 ** index) + 2);
    const days = seconds(requests[0]!, requests.at(-1)!) / 86_400;
    expect(days).toBeGreaterThan(2);
    expect(days).toBeLessThanOrEqual(3);
    expect(Math.max(...gaps(requests))).toBeGreaterThan(4 * 3_600);
    expect(tries.map(({ number }) => number)).toEqual(requests.map((_, index) => index + 1));
    expect(tries.every((entry) => entry.status === 500 && entry.durationMs >= 0)).toBe(true);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
    expect(said).toEqual(['failing https://a.example/: status 500']);
  });

  it('comes again exactly when Retry-After says', async () => {
    const answers: Receiver = (number) => {
      if (number === 1) return status(429, { 'retry-after': '120' });
      if (number === 2) return status(503, { 'retry-after': '7200' });
      return status(200);
    };
    const { deliver, requests } = await world({ 'https://a.example/': answers });
    const run = await deliver({});
    expect(await run.result()).toMatchObject({ outcome: 'delivered' });
    const [first, second] = gaps(requests) as [number, number];
    expect(first).toBeGreaterThanOrEqual(120);
    expect(first).toBeLessThanOrEqual(123);
    expect(second).toBeGreaterThanOrEqual(7_200);
    expect(second).toBeLessThanOrEqual(7_205);
  });

  it('stops at 410, at once and for good', async () => {
    const { deliver, requests, said, env } = await world({
      'https://a.example/': (number) => status(number === 1 ? 503 : 410),
    });
    const run = await deliver({});
    expect(await run.result()).toEqual({ outcome: 'endpointGone', detail: 'the endpoint is gone (410)' });
    await env.advance('4 days');
    expect(requests).toHaveLength(2);
    expect(said).toEqual(['unsubscribe https://a.example/']);
    expect(await env.deadLetters()).toEqual([]);
  });

  it('hangs up on a receiver that is silent for 15 s, and tries again', async () => {
    let hungUpAfterMs = 0;
    const silence = (signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          hungUpAfterMs = env.now().getTime() - requests[0]!.atMs;
          reject(signal.reason as Error);
        }),
      );
    const { env, deliver, requests, tries } = await world({
      'https://a.example/': (number, signal) => (number === 1 ? silence(signal) : status(200)),
    });
    const run = await deliver({});
    expect(await run.result()).toMatchObject({ outcome: 'delivered' });
    expect(hungUpAfterMs).toBe(15_000);
    expect(tries).toMatchObject([{ number: 1 }, { number: 2, status: 200 }]);
    expect(tries[0]).not.toHaveProperty('status');
  });

  it('carries any text of 256 KB as it is', async () => {
    const odd = '\u0000\u0007\u000b\ud800\uffff€\r\n\u{1f600}{"a":"\\u0000"}';
    const payload = odd.repeat(Math.floor(262_144 / Buffer.byteLength(odd)));
    const { deliver, requests } = await world({ 'https://a.example/': (number) => status(number === 1 ? 500 : 200) });
    const run = await deliver({ payload });
    expect(await run.result()).toMatchObject({ outcome: 'delivered' });
    expect(requests.map(({ body }) => body === payload)).toEqual([true, true]);
  });
});

describe('many deliveries', () => {
  it('reach one endpoint at five a second, and do not hold up another', async () => {
    const { env, deliver, requests } = await world({
      'https://a.example/': () => status(200),
      'https://b.example/': () => status(200),
    });
    const beganMs = env.now().getTime();
    for (let n = 0; n < 40; n++) await deliver({ id: `a-${n}`, endpoint: 'https://a.example/' });
    await deliver({ id: 'b', endpoint: 'https://b.example/' });
    await env.runToEnd();
    const toA = requests.filter(({ url }) => url === 'https://a.example/');
    expect(toA).toHaveLength(40);
    expect(mostInOneSecond(toA)).toBe(5);
    expect((toA.at(-1)!.atMs - beganMs) / 1_000).toBeLessThan(10);
    expect(requests.find(({ url }) => url === 'https://b.example/')!.atMs - beganMs).toBeLessThan(1_000);
  });

  it('reach the living within 5 s though one endpoint in ten is dead, and retries are spread out', async () => {
    const urls = Array.from({ length: 200 }, (_, n) => `https://${n % 10 === 0 ? 'dead' : 'live'}-${n}.example/`);
    const answers = Object.fromEntries(urls.map((url) => [url, () => status(url.includes('dead') ? 503 : 200)]));
    const { env, deliver, requests } = await world(answers);
    const beganMs = env.now().getTime();
    for (const [n, endpoint] of urls.entries()) await deliver({ id: `d-${n}`, endpoint });
    await env.advance('1h');
    const live = requests.filter(({ url }) => url.includes('live')).map(({ atMs }) => atMs - beganMs);
    expect(live).toHaveLength(180);
    expect(live.sort((a, b) => a - b)[Math.floor(live.length * 0.99)]).toBeLessThan(5_000);
    const retries = urls
      .filter((url) => url.includes('dead'))
      .flatMap((url) => requests.filter((request) => request.url === url).slice(1));
    expect(retries.length).toBeGreaterThan(100);
    expect(mostInOneSecond(retries)).toBeLessThanOrEqual(retries.length * 0.05);
  });
});

describe('over real HTTP', () => {
  it('records status and duration of each try', async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        bodies.push(Buffer.concat(parts).toString());
        // Long enough to be measured; the sender waits for it as it would for any server.
        setTimeout(() => {
          if (bodies.length === 1) response.writeHead(429, { 'retry-after': '30' });
          else response.writeHead(201);
          response.end('noted');
        }, 30);
      });
    });
    const { deliver, tries } = await world(undefined);
    const run = await deliver({ endpoint: await listen(server), payload: '{"total":"49 €"}' });
    expect(await run.result()).toEqual({ outcome: 'delivered', detail: 'status 201' });
    expect(bodies).toEqual(['{"total":"49 €"}', '{"total":"49 €"}']);
    expect(tries).toMatchObject([{ status: 429 }, { status: 201 }]);
    for (const { durationMs } of tries) expect(durationMs).toBeGreaterThanOrEqual(29);
  });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  opened.push({ close });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
