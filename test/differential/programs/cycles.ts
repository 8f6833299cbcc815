import { activity, sleep, workflow } from 'hopline';

interface Person {
  name: string;
  friend?: Person;
  all: Person[];
}

export class Cycle {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const ann: Person = { name: 'ann', all: [] };
    const bo: Person = { name: 'bo', friend: ann, all: ann.all };
    ann.friend = bo;
    ann.all.push(ann, bo);
    await sleep(1);
    const sent = await this.give(ann);
    return [
      ann.friend === bo,
      bo.friend === ann,
      ann.all === bo.all,
      ann.all[0] === ann,
      ann,
      sent.friend!.friend === sent,
      sent === ann,
    ];
  }
}

// every slot is missed
export const runs = [{ method: 'run', args: [] }];
