import { sleep, workflow } from 'hopline';

interface Job {
  readonly name: string;
  readonly steps: { title: string; done: (result: string) => void }[];
}

export class Hl2001FunctionInAProperty {
  @workflow()
  async run(job: Job): Promise<string> {
    await sleep('1h');
    return job.name;
  }
}
