import { invalidParameter, invalidValue } from './errors.ts';

const resultsMax = 1_000;

/**
 * One page of sorted names. It ends with a token only where `MaxResults` was given and more is left; the token holds the
 * last name of the page, so that a name that comes or goes between two pages shifts nothing.
 */
export function readPage(
  sortedNames: readonly string[],
  request: { readonly MaxResults: number | undefined; readonly NextToken: string | undefined },
): { page: string[]; nextToken: string | undefined } {
  const size = checkSize(request.MaxResults);
  const after = request.NextToken === undefined ? '' : readToken(request.NextToken);
  const left = sortedNames.filter((name) => name > after);
  const page = left.slice(0, size);
  const hasMore = request.MaxResults !== undefined && left.length > page.length;
  return { page, nextToken: hasMore ? Buffer.from(page.at(-1)!).toString('base64') : undefined };
}

function checkSize(size: number | undefined): number {
  if (size === undefined) return resultsMax;
  if (size >= 1 && size <= resultsMax) return size;
  throw invalidValue(size, 'MaxResults', `Must be between 1 and ${resultsMax}, if provided.`);
}

function readToken(token: string): string {
  const name = Buffer.from(token, 'base64').toString();
  if (Buffer.from(name).toString('base64') === token) return name;
  throw invalidParameter('Invalid or expired next token.');
}
