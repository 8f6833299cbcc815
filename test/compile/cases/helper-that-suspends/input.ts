import { activity, sleep, workflow } from 'hopline';

export class HelperThatSuspends {
  @activity() async send(to: string): Promise<string> {
    return `sent to ${to}`;
  }

  private async sendLater(to: string, days: number): Promise<string> {
    if (days > 0) {
      await sleep('1 day');
      return this.sendLater(to, days - 1);
    }
    return this.send(to);
  }

  private label(text: string): string {
    return `[${text}]`;
  }

  @workflow()
  async run(people: string[]): Promise<string[]> {
    const said: string[] = [];
    for (const person of people) said.push(this.label(await this.sendLater(person, person.length)));
    return said;
  }
}

export const runs = [{ method: 'run', args: [['al', 'b']] }];
