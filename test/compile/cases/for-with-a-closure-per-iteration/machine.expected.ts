import { sleep, workflow } from 'hopline';

export class ForWithAClosurePerIteration {
  @workflow()
  async run(): Promise<number[]> {
    const said: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const later = () => i * 10;
      await sleep('1m');
      i += 0;
      said.push(later());
    }
    return said;
  }

  ["hopline:run"]($frame, $resume) {
    let said, i, later;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "sleep":
        said = $frame.locals.said;
        i = { v: $frame.locals.i };
        later = ((i) => ({ ["later"]: () => i.v * 10 })["later"])(i);
        $next = 3;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          said = [];
          i = { v: undefined };
          i.v = 0;
          i = { v: i.v };
          $pc = 1;
        case 1: // for
          $next = (i.v < 3) ? 2 : 4; continue $run;
        case 2: // for body
          later = ((i) => ({ ["later"]: () => i.v * 10 })["later"])(i);
          return { kind: "suspend", state: "sleep", args: ['1m'], locals: { said, i: i.v }, repeatable: true };
        case 3: // after sleep
          $hop.resumed($resume);
          i.v += 0;
          said.push(later());
          i = { v: i.v };
          i.v += 1;
          $next = 1; continue $run;
        case 4: // end for
          return { kind: "return", value: (said) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "ForWithAClosurePerIteration", $hop.machine({
      name: "ForWithAClosurePerIteration.run", method: "run", file: "for-with-a-closure-per-iteration/input.ts", hash: "5b7d117aad660467",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "sleep": { operation: "sleep", hash: "2b7105dd669ff26e", line: 9, repeatableAfter: true, inlineAfter: false },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [] }];

import * as $hop from 'hopline/machine';
