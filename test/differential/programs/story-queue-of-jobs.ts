import { activity, sleep, workflow } from 'hopline';

interface Job {
  id: string;
  after: string[];
}

export class Scheduler {
  @activity()
  async execute(id: string): Promise<'ok' | 'failed'> {
    return id.endsWith('!') ? 'failed' : 'ok';
  }

  @workflow()
  async run(jobs: Job[]): Promise<unknown> {
    const state = new Map<Job, 'waiting' | 'ok' | 'failed' | 'skipped'>(jobs.map((job) => [job, 'waiting']));
    const byId = new Map(jobs.map((job) => [job.id, job]));
    const order: string[] = [];
    let progressed: boolean;
    do {
      progressed = false;
      for (const [job, status] of state) {
        if (status !== 'waiting') continue;
        const parents = job.after.map((id) => state.get(byId.get(id)!));
        if (parents.some((parent) => parent === 'failed' || parent === 'skipped')) {
          state.set(job, 'skipped');
          progressed = true;
          continue;
        }
        if (parents.some((parent) => parent === 'waiting')) continue;
        order.push(job.id);
        state.set(job, await this.execute(job.id));
        progressed = true;
      }
      if (progressed) await sleep('1m');
    } while (progressed);
    return { order, state: [...state].map(([job, status]) => `${job.id} ${status}`) };
  }
}

export const runs = [
  {
    method: 'run',
    args: [
      [
        { id: 'c', after: ['a', 'b'] },
        { id: 'a', after: [] },
        { id: 'b', after: ['a'] },
        { id: 'x!', after: [] },
        { id: 'y', after: ['x!'] },
      ],
    ],
  },
  { method: 'run', args: [[]] },
];
