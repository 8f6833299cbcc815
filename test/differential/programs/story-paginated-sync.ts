import { activity, sleep, workflow } from 'hopline';

interface Page {
  items: { id: number; tags?: string[] }[];
  next?: string;
}

export class StoryPaginatedSync {
  @activity()
  async fetchPage(cursor: string | undefined): Promise<Page> {
    const pages: Record<string, Page> = {
      first: { items: [{ id: 1 }, { id: 2, tags: ['x'] }], next: 'second' },
      second: { items: [], next: 'third' },
      third: { items: [{ id: 3, tags: ['skip'] }, { id: 4 }, { id: 5 }] },
    };
    return pages[cursor ?? 'first']!;
  }

  @activity()
  async store(id: number): Promise<boolean> {
    return id !== 4;
  }

  @workflow()
  async run(max: number): Promise<{ stored: number[]; rejected: number; pages: number }> {
    const stored: number[] = [];
    let rejected = 0;
    let pages = 0;
    let cursor: string | undefined;
    pages: do {
      const { items, next } = await this.fetchPage(cursor);
      pages++;
      for (const { id, tags: [tag] = [] } of items) {
        if (tag === 'skip') continue;
        if (stored.length >= max) break pages;
        if (await this.store(id)) stored.push(id);
        else rejected++;
      }
      cursor = next;
      if (cursor) await sleep('1s');
    } while (cursor);
    return { stored, rejected, pages };
  }
}

export const runs = [0, 1, 2, 10].map((max) => ({ method: 'run', args: [max] }));
