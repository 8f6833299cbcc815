import { SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { createSqsServer } from 'local-aws-sqs';
import type { AddressInfo } from 'node:net';

/** An SQS that somebody else wrote, on loopback, in this process. */
export interface SqsServer {
  readonly endpoint: string;
  /** Reaches the server by address: the host in a queue URL does not matter. No retries. */
  readonly client: SQSClient;
  close(): Promise<void>;
}

/** fauxqs' own starter listens on every interface; its app can be told not to. */
export async function startFauxqs(): Promise<SqsServer> {
  const app = buildApp({ logger: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return reach(port, async () => {
    app.server.closeAllConnections();
    await app.close();
  });
}

export async function startLocalAwsSqs(): Promise<SqsServer> {
  const server = await createSqsServer({ port: 0, hostname: '127.0.0.1' });
  const { port } = server.address() as AddressInfo;
  return reach(port, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}

function reach(port: number, stop: () => Promise<void>): SqsServer {
  const endpoint = `http://127.0.0.1:${port}`;
  const client = createTestClient({ endpoint });
  const close = async () => {
    client.destroy();
    await stop();
  };
  return { endpoint, client, close };
}

/** An SDK client for a server that checks no signatures. */
export function createTestClient(options: {
  endpoint: string;
  requestHandler?: object;
  maxAttempts?: number;
}): SQSClient {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return new SQSClient({ region: 'us-east-1', maxAttempts: 1, ...options, credentials });
}
