import { untilDone } from './waiting.ts';

/** Knows nothing of workflows but by what it calls. */
export async function again(key: string, tries: number): Promise<string> {
  const text = await untilDone(key, tries);
  return `${text}!`;
}
