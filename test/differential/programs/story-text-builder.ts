import { activity, workflow } from 'hopline';

export class Letter {
  @activity()
  async translate(text: string, language: string): Promise<string> {
    return language === 'up' ? text.toUpperCase() : `${text}(${language})`;
  }

  @workflow()
  async run(names: string[], language: string): Promise<string> {
    let body = `${await this.translate('dear', language)} `;
    for (const [index, name] of Object.entries(names)) {
      body += `${index === '0' ? '' : Number(index) === names.length - 1 ? ` ${await this.translate('and', language)} ` : ', '}${name}`;
    }
    body += names.length > 1 && (await this.translate('both', language)).length > 6 ? ' (all)' : '';
    body = `${body}\n${await this.translate('yours', language)}`;
    const signature = language === 'up' || ((await this.translate('x', language)) && body.length);
    return `${body} ${signature}`;
  }
}

export const runs = [
  { method: 'run', args: [[], 'up'] },
  { method: 'run', args: [['Ann'], 'de'] },
  { method: 'run', args: [['Ann', 'Bo', 'Cy'], 'up'] },
];
