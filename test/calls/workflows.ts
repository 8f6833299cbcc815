import { workflow } from 'hopline';
import { failOn, type Api, type Poller } from './lib/poller.ts';

export class Shop {
  private readonly poller: Poller;
  private readonly api: Api;
  private readonly other: Api;

  constructor(poller: Poller, api: Api, other: Api) {
    this.poller = poller;
    this.api = api;
    this.other = other;
  }

  @workflow()
  async order(id: string): Promise<string> {
    return await this.poller.poll(id);
  }

  @workflow()
  async beside(...ids: string[]): Promise<string[]> {
    return await Promise.all(ids.map((id) => this.poller.poll(id)));
  }

  @workflow()
  async failing(): Promise<string[]> {
    return [await failOn(this.api), await failOn(this.other)];
  }
}
