import { activity, sleep, workflow } from 'hopline';

export class Tree {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(depth: number): Promise<unknown> {
    interface Node {
      depth: number;
      children: Node[];
    }
    const build = (d: number): Node => ({ depth: d, children: d > 0 ? [build(d - 1), build(d - 1)] : [] });
    const tree = build(depth);
    await sleep(1);
    const count = (function visit(node: Node): number {
      return 1 + node.children.reduce((sum, child) => sum + visit(child), 0);
    })(tree);
    return [count, await this.give(tree)];
  }
}

export const runs = [0, 2].map((depth) => ({ method: 'run', args: [depth] }));
