/**
 * A durable call among those given to `Promise.all`, before the group has begun: compiled code puts it where the source
 * has the call. It lives from the evaluation of the list to the stop that hands it over, and never travels.
 */
export class BranchSeed {
  /** A state of the machine that made it, marked as a branch. */
  readonly state: string;
  readonly args: readonly unknown[];

  constructor(state: string, args: readonly unknown[]) {
    this.state = state;
    this.args = args;
  }
}

/** A promise that is no durable call, among those given to `Promise.all`: compiled code awaited it within the hop. */
export class SettledItem {
  readonly outcome: { readonly value: unknown } | { readonly error: unknown };

  constructor(outcome: SettledItem['outcome']) {
    this.outcome = outcome;
  }
}

/** The list of a group with its promises settled. */
export async function settleItems(list: Iterable<unknown>): Promise<unknown[]> {
  return Promise.all(Array.from(list, async (item) => settle(item)));
}

async function settle(item: unknown): Promise<unknown> {
  if (item instanceof BranchSeed || !isThenable(item)) return item;
  try {
    return new SettledItem({ value: await item });
  } catch (error) {
    return new SettledItem({ error });
  }
}

function isThenable(item: unknown): item is PromiseLike<unknown> {
  const isObject = (typeof item === 'object' && item !== null) || typeof item === 'function';
  return isObject && typeof (item as { then?: unknown }).then === 'function';
}
