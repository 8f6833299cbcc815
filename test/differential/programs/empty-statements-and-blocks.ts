import { sleep, workflow } from 'hopline';

export class EmptyStatementsAndBlocks {
  @workflow()
  async run(flag: boolean): Promise<string> {
    {
    }
    if (flag) {
    } else await sleep(1);
    for (let i = 0; i < 2; i++);
    for (const _ of []) await sleep(2);
    {
      {
        await sleep(3);
      }
    }
    switch (flag) {
    }
    try {
    } finally {
    }
    label:;
    return 'end';
  }
}

export const runs = [
  { method: 'run', args: [true] },
  { method: 'run', args: [false] },
];
