import { activity, sleep, workflow } from 'hopline';

// prettier-ignore
export class Comments {
  @activity()
  async add(a: number, b: number): Promise<number> {
    return a + b; // the sum
  }

  @workflow()
  async run(n: number /* the only one */): Promise<unknown[]> { // begins
    const a = await /* before */ this /* owner */ . /* dot */ add( // first line
      n, // the first
      2 // the second
    ) /* after */ ; // done
    if (/* test */ (await this.add(a, 1)) > 3 // more
    ) /* then */ { // opens
      await sleep(1) // waits
    } // closes
    /* between */ else /* otherwise */ await sleep(2); // ends
    const text = `${ /* in */ await this.add(1, 1) /* template */ } // not a comment /* nor this */`;
    const list = [ // starts
      await this.add(1, 2), // one
      // nothing here
      a, // two
    ];
    for (let i = 0 /* init */; i < /* limit */ 2; i++ /* step */) /* body */ list.push(await this.add(i, i)); // loop
    return /* result */ [a, text, list /* last */]; // end
    // trailing
  } // method
}

export const runs = [
  { method: 'run', args: [1] },
  { method: 'run', args: [3] },
];
