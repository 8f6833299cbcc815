import { activity, sleep, workflow } from 'hopline';

// prettier-ignore
export class OddLines {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow() async run(n: number): Promise<unknown[]> { const a = await this.give(n); if (a) { await sleep(1); } for (const x of [1, 2]) await this.give(x); return [a,
    await
      this
        .give(
          2
        ),
    n
      > 1
      ? await this
        .give('yes')
      : await this
        .give('no'),
    (
      await this.give({
        deep: [
          n
        ]
      })
    )
      .deep
      ?.[
        0
      ],
  ]; }
}

export const runs = [
  { method: 'run', args: [1] },
  { method: 'run', args: [2] },
];
