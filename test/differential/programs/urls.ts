import { activity, sleep, workflow } from 'hopline';

export class Urls {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(text: string): Promise<unknown[]> {
    const url = new URL(text);
    const params = new URLSearchParams('a=1&a=2');
    await sleep(1);
    url.searchParams.append('page', '2');
    params.append('b', '3');
    await sleep(2);
    return [url.href, url.hostname, params.getAll('a'), params.toString(), url];
  }
}

export const runs = [{ method: 'run', args: ['https://example.com/a?b=c#d'] }];
