import { accountId } from './account.ts';

export function queueUrl(name: string, baseUrl: string): string {
  return `${baseUrl}/${accountId}/${name}`;
}
