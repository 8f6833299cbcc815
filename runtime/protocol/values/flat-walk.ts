/** Ways through the nodes of a flat form, without recursion: what is nested a million deep is walked like anything else. */
import { sentinel, viewNames } from './flat-form.ts';

/** What stands inside a node at the places of values: indices, if the node is well formed. */
export function partsOf(node: unknown): readonly unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  if (!Array.isArray(node)) return Object.values(node);
  const head: unknown = node[0];
  if (typeof head === 'string') return taggedParts(head, node);
  return head === sentinel.sparse ? everySecond(node, 3) : (node as unknown[]);
}

function taggedParts(tag: string, node: readonly unknown[]): readonly unknown[] {
  switch (tag) {
    case 'Map':
    case 'Set':
      return node.slice(1);
    case 'null':
    case '~object':
      return everySecond(node, 2);
    case '~codec':
      return [node[2]];
    case '~error':
      return errorParts(node[1]);
  }
  return tag === 'Object' || viewNames.has(tag) ? [node[1]] : [];
}

function everySecond(node: readonly unknown[], from: number): unknown[] {
  const parts: unknown[] = [];
  for (let at = from; at < node.length; at += 2) parts.push(node[at]);
  return parts;
}

function errorParts(facts: unknown): unknown[] {
  const { cause, errors, f } = (facts ?? {}) as { cause?: unknown; errors?: unknown; f?: unknown };
  return [cause, errors, ...Object.values(f ?? {})];
}

/** Levels between the first node and the farthest, by the shortest ways; only what can be reached counts. */
export function levelsOf(nodes: readonly unknown[]): number {
  const seen = new Uint8Array(nodes.length);
  let level = [0];
  seen[0] = 1;
  for (let levels = 0; ; levels++) {
    const next: number[] = [];
    for (const index of level)
      for (const part of partsOf(nodes[index]))
        if (isNode(part, nodes) && seen[part] === 0) {
          seen[part] = 1;
          next.push(part);
        }
    if (next.length === 0) return levels;
    level = next;
  }
}

export interface DepthFirstVisitor {
  /** Everything that can be reached from `index` is finished, except what is still open. */
  finish(index: number): void;
  /** A node that can be reached from `to` refers back to it, while it is open. */
  loop(to: number): void;
}

/** Visits what can be reached from the first node, each node once. */
export function walkDepthFirst(nodes: readonly unknown[], visitor: DepthFirstVisitor): void {
  const untouched = 0;
  const isOpen = 1;
  const finished = 2;
  const states = new Uint8Array(nodes.length);
  const open: { readonly index: number; readonly parts: readonly unknown[]; at: number }[] = [];
  const enter = (index: number): void => {
    states[index] = isOpen;
    open.push({ index, parts: partsOf(nodes[index]), at: 0 });
  };
  enter(0);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    if (top.at === top.parts.length) {
      open.pop();
      states[top.index] = finished;
      visitor.finish(top.index);
      continue;
    }
    const part = top.parts[top.at++];
    if (!isNode(part, nodes)) continue;
    if (states[part] === untouched) enter(part);
    else if (states[part] === isOpen) visitor.loop(part);
  }
}

export function hasLoop(nodes: readonly unknown[]): boolean {
  let found = false;
  walkDepthFirst(nodes, { loop: () => (found = true), finish: () => {} });
  return found;
}

/** True where node `from` can be reached from its own parts. */
export function leadsBack(nodes: readonly unknown[], from: number): boolean {
  const seen = new Set<number>();
  const next = [from];
  for (let index = next.pop(); index !== undefined; index = next.pop())
    for (const part of partsOf(nodes[index])) {
      if (part === from) return true;
      if (!isNode(part, nodes) || seen.has(part)) continue;
      seen.add(part);
      next.push(part);
    }
  return false;
}

function isNode(part: unknown, nodes: readonly unknown[]): part is number {
  return typeof part === 'number' && Number.isInteger(part) && part >= 0 && part < nodes.length;
}
