/** The two links that a {@link LinkedList} writes on its items. */
export interface Links<T> {
  before: T | undefined;
  after: T | undefined;
}

/**
 * A doubly linked list that keeps its links on the items, so that a message leaves from the middle at no cost: a message
 * is deleted by an old handle while it lies ready, or outlives its retention there.
 *
 * `linksOf` says which pair of links this list uses: one message is in two lists at once (readiness and age).
 */
export class LinkedList<T> {
  readonly #linksOf: (item: T) => Links<T>;
  #first: T | undefined;
  #last: T | undefined;
  #size = 0;

  constructor(linksOf: (item: T) => Links<T>) {
    this.#linksOf = linksOf;
  }

  get size(): number {
    return this.#size;
  }
  get first(): T | undefined {
    return this.#first;
  }
  get last(): T | undefined {
    return this.#last;
  }

  after(item: T): T | undefined {
    return this.#linksOf(item).after;
  }

  append(item: T): void {
    const links = this.#linksOf(item);
    links.before = this.#last;
    links.after = undefined;
    if (this.#last === undefined) this.#first = item;
    else this.#linksOf(this.#last).after = item;
    this.#last = item;
    this.#size++;
  }

  remove(item: T): void {
    const links = this.#linksOf(item);
    if (links.before === undefined) this.#first = links.after;
    else this.#linksOf(links.before).after = links.after;
    if (links.after === undefined) this.#last = links.before;
    else this.#linksOf(links.after).before = links.before;
    links.before = undefined;
    links.after = undefined;
    this.#size--;
  }
}
