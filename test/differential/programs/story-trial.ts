import { activity, sleepUntil, workflow } from 'hopline';
import { host } from '../harness/host.ts';

interface User {
  name: string;
  plan?: 'free' | 'pro';
  events: Map<string, Date>;
}

export class Trial {
  @activity()
  async isActive(name: string, day: number): Promise<boolean> {
    return name.length > day;
  }

  @activity()
  async mail(template: string, user: User): Promise<Date> {
    host.note(template, user.events.size);
    return new Date(Date.UTC(2026, 0, 1 + user.events.size));
  }

  @workflow()
  async run(user: User): Promise<User> {
    const start = new Date(Date.UTC(2026, 0, 1));
    for (const [day, template] of Object.entries({ 1: 'welcome', 3: 'tips', 7: 'upgrade' })) {
      await sleepUntil(new Date(start.getTime() + Number(day) * 86_400_000));
      if (user.plan === 'pro') break;
      if (!(await this.isActive(user.name, Number(day)))) {
        user.events.set('dormant', new Date(0));
        continue;
      }
      const sent = await this.mail(template, user);
      user.events.set(template, sent);
      if (template === 'tips' && user.name.startsWith('p')) user.plan = 'pro';
    }
    user.plan ??= 'free';
    return user;
  }
}

export const runs = ['al', 'patty', 'xxxxxxxxx'].map((name) => ({
  method: 'run',
  args: [{ name, events: new Map() }],
}));
