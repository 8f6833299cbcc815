/**
 * Smaller trees first tried by size: whole statements go, compound ones give way to what is in them, expressions to a
 * part of themselves. fast-check's own shrinking begins with the leaves of such trees, and every try costs a compilation.
 */
import type { Program } from './grammar.ts';

type Node = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** Candidates that are each one step smaller, the largest steps first. */
export function reductions(program: Program): Program[] {
  const candidates: { readonly program: Program; readonly size: number }[] = [];
  const add = (path: Path, value: unknown) => {
    const smaller = replaced(program, path, value) as Program;
    candidates.push({ program: smaller, size: sizeOf(smaller) });
  };
  visit(program, [], (value, path) => {
    if (Array.isArray(value)) {
      for (const shorter of shorterLists(value, path)) add(path, shorter);
      if (['else', 'handler', 'finalizer'].includes(String(path.at(-1)))) add(path, null);
    } else if (isNode(value))
      for (const simpler of simplerNodes(value, path, program)) add(simpler.path, simpler.value);
  });
  const own = sizeOf(program);
  return candidates
    .filter(({ size }) => size < own)
    .sort((a, b) => a.size - b.size)
    .map((candidate) => candidate.program);
}

function shorterLists(list: readonly unknown[], path: Path): unknown[][] {
  const least =
    path.at(-1) === 'items' ||
    path.at(-1) === 'values' ||
    path.at(-1) === 'parts' ||
    path.at(-1) === 'ats' ||
    path.at(-1) === 'arguments'
      ? 1
      : 0;
  const shorter: unknown[][] = [];
  for (let size = list.length; size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from + size <= list.length; from += size) shorter.push(list.toSpliced(from, size));
  return shorter.filter(({ length }) => length >= least);
}

function simplerNodes(node: Node, path: Path, program: Program): { path: Path; value: unknown }[] {
  if (path.length === 0) return [];
  const children = Object.values(node);
  const parent = path.slice(0, -1);
  const isStatement = typeof path.at(-1) === 'number' && isBlock(path.at(-2));
  if (isStatement) {
    const siblings = valueAt(program, parent) as readonly unknown[];
    return blocksOf(node).map((block) => ({
      path: parent,
      value: siblings.toSpliced(path.at(-1) as number, 1, ...block),
    }));
  }
  if (typeof node['is'] !== 'string') return [];
  const parts = children
    .flatMap((child) => (Array.isArray(child) ? (child as unknown[]) : [child]))
    .filter(isExpression);
  const literals = node['is'] === 'literal' ? [] : [0, 1].map((value) => ({ is: 'literal', value }));
  const absent = mayBeAbsent(path, valueAt(program, parent)) ? [null] : [];
  return [...absent, ...literals, ...parts].map((value) => ({ path, value }));
}

/** The condition of a `for`, of a jump and of a case. */
function mayBeAbsent(path: Path, parent: unknown): boolean {
  if (path.at(-1) !== 'test') return false;
  const is = isNode(parent) ? parent['is'] : undefined;
  return is === undefined || is === 'for' || is === 'jump';
}

function isBlock(key: unknown): boolean {
  return ['body', 'helper', 'between', 'then', 'else', 'handler', 'finalizer'].includes(String(key));
}

function blocksOf(node: Node): (readonly unknown[])[] {
  const own = Object.entries(node).flatMap(([key, value]) =>
    isBlock(key) && Array.isArray(value) ? [value as unknown[]] : [],
  );
  const cases = (node['cases'] as readonly Node[] | undefined) ?? [];
  return [...own, ...cases.map((each) => each['body'] as unknown[])];
}

const expressions = new Set(
  'literal variable member item length binary logical conditional comma unary assign assignMember assignItem update updateMember updateItem give pick note template max array object new optional mapped called call help group inline has getter'.split(
    ' ',
  ),
);

function isExpression(value: unknown): boolean {
  return isNode(value) && expressions.has(String(value['is']));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function visit(value: unknown, path: Path, see: (value: unknown, path: Path) => void): void {
  if (typeof value !== 'object' || value === null) return;
  see(value, path);
  for (const [key, child] of Object.entries(value))
    visit(child, [...path, Array.isArray(value) ? Number(key) : key], see);
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce((value, key) => (value as Record<string | number, unknown>)[key], root);
}

function replaced(root: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(root)) return (root as unknown[]).with(key as number, replaced(root[key as number], rest, value));
  return { ...(root as object), [key]: replaced((root as Record<string, unknown>)[key], rest, value) };
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return value === null ? 0 : 1;
  return Object.values(value).reduce((sum: number, child) => sum + sizeOf(child), 1);
}
