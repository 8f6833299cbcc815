import { activity, sleep, workflow } from 'hopline';

interface Node {
  name: string;
  children?: Node[];
}

export class Walk {
  @activity()
  async visit(name: string): Promise<number> {
    return name.length;
  }

  async walk(node: Node, depth = 0): Promise<number> {
    let sum = await this.visit(node.name);
    for (const child of node.children ?? []) {
      sum += await this.walk(child, depth + 1);
      await sleep(depth);
    }
    return sum;
  }

  @workflow()
  async run(tree: Node): Promise<number> {
    return await this.walk(tree);
  }

  async even(n: number): Promise<boolean> {
    await sleep(n);
    return n === 0 ? true : await this.odd(n - 1);
  }

  async odd(n: number): Promise<boolean> {
    return n === 0 ? false : !(await this.even(n)) || (await this.even(n - 1));
  }

  @workflow()
  async mutual(n: number): Promise<boolean> {
    return await this.even(n);
  }
}

export const runs = [
  { method: 'run', args: [{ name: 'a' }] },
  { method: 'run', args: [{ name: 'a', children: [{ name: 'bb', children: [{ name: 'c' }] }, { name: 'ddd' }] }] },
  { method: 'mutual', args: [0] },
  { method: 'mutual', args: [2] },
];
