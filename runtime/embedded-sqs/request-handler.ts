import { answerJson, type RequestPerformer } from './json-protocol.ts';

/** What an SDK client hands to its handler. */
interface SdkRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}
interface SdkResponse {
  readonly response: { statusCode: number; reason: string; headers: Record<string, string>; body: Uint8Array };
}

/** An `HttpHandler` of the AWS SDK that reaches the embedded service without a network. */
export interface SdkRequestHandler {
  readonly metadata: { readonly handlerProtocol: string };
  handle(request: SdkRequest, options?: { abortSignal?: AbortSignal }): Promise<SdkResponse>;
  destroy(): void;
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): object;
}

/** Queue URLs begin with the client's own endpoint, so that the client does not warn of another host. */
export function createRequestHandler(performer: RequestPerformer): SdkRequestHandler {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle(request, options) {
      const reply = await answerJson(performer, {
        target: request.headers['x-amz-target'],
        body: textOf(request.body),
        baseUrl: originOf(request),
        signal: options?.abortSignal,
      });
      const headers = { ...reply.headers };
      return { response: { statusCode: reply.status, reason: '', headers, body: Buffer.from(reply.body) } };
    },
    destroy() {},
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  };
}

/** The SDK's bytes pretend to be a string and warn when they are taken for one: they are only decoded. */
const utf8 = new TextDecoder();

function textOf(body: string | Uint8Array | undefined): string {
  return typeof body === 'string' ? body : utf8.decode(body);
}

function originOf({ protocol, hostname, port }: SdkRequest): string {
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`;
}
