import { activity, workflow } from 'hopline';

export class Reach {
  @activity()
  async links(page: string): Promise<string[]> {
    return { home: ['about', 'shop'], shop: ['cart', 'home'], cart: ['shop', 'pay'] }[page] ?? [];
  }

  @workflow()
  async crawl(start: string): Promise<string[]> {
    const pages = new Set([start]);
    for (const page of pages) {
      for (const link of await this.links(page)) pages.add(link);
      if (page === 'shop') pages.delete('about');
    }
    return [...pages];
  }
}

export const runs = ['home', 'cart', 'nowhere'].map((start) => ({ method: 'crawl', args: [start] }));
