import { sleep, workflow } from 'hopline';

export class Named {
  @workflow()
  async run(): Promise<unknown> {
    const name = () => {
      try {
        return late.name;
      } catch (error) {
        return (error as Error).name;
      }
    };
    await sleep(1);
    const seen = [name()];
    const late = () => 1;
    await sleep(2);
    seen.push(name(), late.name);
    let unnamed: () => number;
    // prettier-ignore
    (unnamed) = () => 2;
    seen.push(unnamed.name);
    await sleep(3);
    return seen;
  }
}

export const runs = [{ method: 'run', args: [] }];
