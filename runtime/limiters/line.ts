/**
 * Places in line by the time at which they were told to come. Everything is O(log n): ten thousand may wait, and each of
 * them asks.
 *
 * Invariants
 * 1. A place stands in the line once, at its latest time.
 * 2. The tree is ordered by (time, arrival), a node's `size` counts its subtree, and no node has a lower rank than its child
 *    (a treap; ranks come from a counter that is stirred, so shapes are the same in every run).
 */
interface Node {
  readonly place: string;
  readonly atMs: number;
  readonly arrival: number;
  readonly rank: number;
  size: number;
  left: Node | undefined;
  right: Node | undefined;
}
type Tree = Node | undefined;

export class Line {
  readonly #nodes = new Map<string, Node>();
  #root: Tree;
  #arrivals = 0;

  get size(): number {
    return this.#nodes.size;
  }

  /** When `place` was told to come. */
  timeOf(place: string): number | undefined {
    return this.#nodes.get(place)?.atMs;
  }

  /** Puts `place` behind all that come no later than `atMs`, from wherever it stood. */
  set(place: string, atMs: number): void {
    this.remove(place);
    const arrival = this.#arrivals++;
    const node: Node = { place, atMs, arrival, rank: stir(arrival), size: 1, left: undefined, right: undefined };
    const [before, after] = split(this.#root, (other) => other.atMs <= atMs);
    this.#nodes.set(place, node);
    this.#root = merge(merge(before, node), after);
  }

  remove(place: string): void {
    const node = this.#nodes.get(place);
    if (!node) return;
    this.#nodes.delete(place);
    const [before, rest] = split(this.#root, (other) => isBefore(other, node));
    const [, after] = split(rest, (other) => other === node);
    this.#root = merge(before, after);
  }

  /** How many come no later than `atMs`. */
  countUpTo(atMs: number): number {
    let count = 0;
    for (let at = this.#root; at;)
      if (at.atMs <= atMs) {
        count += sizeOf(at.left) + 1;
        at = at.right;
      } else at = at.left;
    return count;
  }

  /** The time of the place at `index`, earliest first. */
  timeAt(index: number): number {
    let left = index;
    let at = this.#root!;
    for (;;) {
      const before = sizeOf(at.left);
      if (left === before) return at.atMs;
      if (left < before) at = at.left!;
      else {
        left -= before + 1;
        at = at.right!;
      }
    }
  }

  /** Removes all that were to come before `atMs`. */
  dropBefore(atMs: number): void {
    if (!this.#root || this.timeAt(0) >= atMs) return;
    const [gone, rest] = split(this.#root, (node) => node.atMs < atMs);
    this.#root = rest;
    this.#forget(gone);
  }

  #forget(tree: Tree): void {
    if (!tree) return;
    this.#nodes.delete(tree.place);
    this.#forget(tree.left);
    this.#forget(tree.right);
  }
}

function isBefore(a: Node, b: Node): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.arrival < b.arrival);
}

function sizeOf(tree: Tree): number {
  return tree ? tree.size : 0;
}

function resized(node: Node): Node {
  node.size = sizeOf(node.left) + 1 + sizeOf(node.right);
  return node;
}

/** Cuts a tree in two: what `isLeft` takes, which must be a beginning of the order, and the rest. */
function split(tree: Tree, isLeft: (node: Node) => boolean): [Tree, Tree] {
  if (!tree) return [undefined, undefined];
  if (isLeft(tree)) {
    const [before, after] = split(tree.right, isLeft);
    tree.right = before;
    return [resized(tree), after];
  }
  const [before, after] = split(tree.left, isLeft);
  tree.left = after;
  return [before, resized(tree)];
}

function merge(before: Tree, after: Tree): Tree {
  if (!before || !after) return before ?? after;
  if (before.rank > after.rank) {
    before.right = merge(before.right, after);
    return resized(before);
  }
  after.left = merge(before, after.left);
  return resized(after);
}

/** A well mixed 32-bit number from a counter (the finaliser of MurmurHash3). */
function stir(counter: number): number {
  let hash = counter | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
