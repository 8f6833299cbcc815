import { activity, workflow } from 'hopline';

export class ObjectLiteral {
  @activity() async find(what: string): Promise<string> {
    return `found ${what}`;
  }

  @workflow()
  async run(given: object): Promise<object> {
    let n = 0;
    const order = {
      first: (n += 1),
      [await this.find('key')]: await this.find('value'),
      ...given,
      n,
      nested: { last: await this.find('last'), after: (n += 1) },
    };
    return order;
  }
}

export const runs = [{ method: 'run', args: [{ given: true }] }];
