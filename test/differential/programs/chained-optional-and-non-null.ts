import { activity, workflow } from 'hopline';

interface Tree {
  left?: Tree;
  right?: Tree | null;
  value?: number;
  visit?: undefined;
}

export class Chains {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(tree: Tree | undefined): Promise<unknown[]> {
    const at = await this.give(tree);
    return [
      at?.left?.right?.value ?? (await this.give('none')),
      at?.left?.right,
      at?.left!.value,
      (await this.give(at?.left))?.value?.toFixed(await this.give(1)),
      at?.right?.left?.[await this.give('value' as const)],
      at?.['left']?.['value'],
      typeof at?.value,
      at?.value === undefined ? await this.give('undefined') : `${at.value}`,
      (at?.left?.value ?? 1) + (await this.give(at?.right?.value ?? 2)),
    ];
  }
}

export const runs = [
  { method: 'run', args: [{ left: { value: 1, right: { value: 2 } }, right: { left: { value: 3 } }, value: 4 }] },
  { method: 'run', args: [{ left: {}, right: null }] },
];
