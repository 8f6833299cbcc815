/**
 * What compiled code gives to a group in the place of a durable call, before the group has begun.
 *
 * Invariants
 * 1. Known by a symbol of the process and not by its class: a bundled worker and an installed SDK are two copies of this.
 * 2. It never travels. Where a later item of the list has to be waited for, {@link holdItems} makes plain data of the list.
 */
const seedKey = Symbol.for('hopline.branch-seed');
const settledKey = Symbol.for('hopline.settled-item');

export interface BranchSeed {
  readonly [seedKey]: true;
  /** A state of the machine that made it, marked as a branch. */
  readonly state: string;
  readonly args: readonly unknown[];
}

/** A promise that is no durable call: compiled code awaited it within the hop. */
export interface SettledItem {
  readonly [settledKey]: true;
  readonly outcome: { readonly value: unknown } | { readonly error: unknown };
}

export function branchSeed(state: string, args: readonly unknown[]): BranchSeed {
  return { [seedKey]: true, state, args };
}

export function isBranchSeed(item: unknown): item is BranchSeed {
  return typeof item === 'object' && item !== null && Object.hasOwn(item, seedKey);
}

export function isSettledItem(item: unknown): item is SettledItem {
  return typeof item === 'object' && item !== null && Object.hasOwn(item, settledKey);
}

/** The list of a group with its promises settled. */
export async function settleItems(list: Iterable<unknown>): Promise<unknown[]> {
  return Promise.all(Array.from(list, async (item) => settle(item)));
}

async function settle(item: unknown): Promise<unknown> {
  if (isBranchSeed(item) || !isThenable(item)) return item;
  try {
    return { [settledKey]: true, outcome: { value: await item } } satisfies SettledItem;
  } catch (error) {
    return { [settledKey]: true, outcome: { error } } satisfies SettledItem;
  }
}

function isThenable(item: unknown): item is PromiseLike<unknown> {
  const isObject = (typeof item === 'object' && item !== null) || typeof item === 'function';
  return isObject && typeof (item as { then?: unknown }).then === 'function';
}

type HeldItem = { readonly state: string; readonly args: readonly unknown[] } | { readonly item: unknown };

/** Part of a list, as plain data. */
export function holdItems(list: Iterable<unknown>): HeldItem[] {
  return Array.from(list, (item) => (isBranchSeed(item) ? { state: item.state, args: item.args } : { item }));
}

/** The part again. */
export function heldItems(held: readonly HeldItem[]): unknown[] {
  return held.map((each) => ('state' in each ? branchSeed(each.state, each.args) : each.item));
}
