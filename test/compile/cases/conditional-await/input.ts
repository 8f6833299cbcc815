import { activity, workflow } from 'hopline';

export class ConditionalAwait {
  @activity() async ship(id: number): Promise<string> {
    return `shipped ${id}`;
  }
  @activity() async refund(id: number): Promise<string> {
    return `refunded ${id}`;
  }

  @workflow()
  async run(paid: boolean, id: number): Promise<string> {
    const outcome = paid ? await this.ship(id) : 'nothing';
    const note = paid && (await this.refund(id));
    const last = await (paid ? this.ship(id + 1) : this.refund(id + 1));
    return `${outcome}, ${note}, ${last}`;
  }
}

export const runs = [true, false].map((paid) => ({ method: 'run', args: [paid, 1] }));
