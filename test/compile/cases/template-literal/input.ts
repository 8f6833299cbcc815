import { activity, workflow } from 'hopline';

export class TemplateLiteral {
  @activity() async part(name: string): Promise<string> {
    return name.toUpperCase();
  }

  @workflow()
  async run(): Promise<string> {
    let n = 1;
    return `${n++}-${await this.part('a')}-${n++}-${await this.part('b')}-${n}`;
  }
}

export const runs = [{ method: 'run', args: [] }];
