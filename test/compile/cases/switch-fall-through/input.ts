import { activity, workflow } from 'hopline';

export class SwitchFallThrough {
  @activity() async act(what: string): Promise<string> {
    return what;
  }

  @workflow()
  async run(level: number): Promise<string[]> {
    const done: string[] = [];
    switch (level) {
      case 3:
        done.push(await this.act('call'));
      case 2:
        done.push('mail');
        break;
      default:
        done.push(await this.act('ignore'));
      case 1:
        done.push(await this.act('note'));
    }
    return done;
  }
}

export const runs = [0, 1, 2, 3].map((level) => ({ method: 'run', args: [level] }));
