import type { SqsError } from './errors.ts';

export interface ResponseMetadata {
  readonly httpStatusCode: number;
  readonly requestId: string;
  readonly extendedRequestId: undefined;
  readonly cfId: undefined;
  readonly attempts: number;
  readonly totalRetryDelay: number;
}

export function responseMetadata(httpStatusCode: number, requestId: string): ResponseMetadata {
  return { httpStatusCode, requestId, extendedRequestId: undefined, cfId: undefined, attempts: 1, totalRetryDelay: 0 };
}

/**
 * A refusal as `SQSClient.send` rejects with it. A modelled exception goes by its shape's name, any other by its query code;
 * both carry the query code as `Code`. `instanceof` the SDK's modelled classes holds: they recognise `$fault`, `$metadata` and
 * the name. `instanceof SQSServiceException`, their base, does not.
 *
 * It is not built from the SDK's own class, because the embedded queue must work where the SDK is not installed.
 */
export class ServiceException extends Error {
  readonly $fault: 'client' | 'server';
  readonly $metadata: ResponseMetadata;
  readonly $retryable: undefined;
  readonly Code: string;
  readonly Type: 'Sender' | 'Receiver';
  readonly Error: { readonly Code: string; readonly Type: string; readonly Message: string };
  readonly RequestId: string;
  readonly __type: string;

  constructor(error: SqsError, requestId: string) {
    super(error.message);
    const Type = error.isSenderFault ? 'Sender' : 'Receiver';
    this.name = error.wireType.startsWith('com.amazonaws.sqs#') ? error.shape : error.code;
    this.$fault = error.isSenderFault ? 'client' : 'server';
    this.$metadata = responseMetadata(error.status, requestId);
    this.$retryable = undefined;
    this.Code = error.code;
    this.Type = Type;
    this.Error = { Code: error.code, Type, Message: error.message };
    this.RequestId = requestId;
    this.__type = error.wireType;
  }
}
