import { sleep, workflow } from 'hopline';

class Basket {
  readonly items: string[] = [];
}

export class Hl2001ClassInstance {
  @workflow()
  async run(item: string): Promise<number> {
    const basket = new Basket();
    basket.items.push(item);
    await sleep('1h');
    return basket.items.length;
  }
}
