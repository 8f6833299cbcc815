/** Whatever takes the commands of `@aws-sdk/client-sqs`: its `SQSClient`, an `EmbeddedSqs`, a wrapper of either. */
export interface SqsLike {
  send(command: any): Promise<any>;
}
