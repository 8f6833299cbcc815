import { activity, workflow } from 'hopline';

export class VarAndParameters {
  @activity() async add(a: number, b: number): Promise<number> {
    return a + b;
  }

  @workflow()
  async run({ a, b = 2 }: { a: number; b?: number }, ...rest: number[]): Promise<unknown> {
    if (a > 0) {
      var sum = await this.add(a, b);
    }
    for (var i = 0; i < rest.length; i += 1) b = await this.add(b, rest[i]!);
    return [sum!, i, b];
  }

  ["hopline:run"]($frame, $resume) {
    let a, b, rest, sum, i;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "add":
        b = $frame.locals.b;
        rest = $frame.locals.rest;
        $next = 2;
        break;
      case "add-2":
        rest = $frame.locals.rest;
        sum = $frame.locals.sum;
        i = $frame.locals.i;
        $next = 6;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [{ a: a, b: b = 2 }, ...rest] = $frame.locals.args;
          $next = (a > 0) ? 1 : 3; continue $run;
        case 1: // then
          return { kind: "suspend", state: "add", args: [a, b], locals: { b, rest }, repeatable: true };
        case 2: // after add
          sum = $hop.resumed($resume);
          $pc = 3;
        case 3: // end if
          i = 0;
          $pc = 4;
        case 4: // for
          $next = (i < rest.length) ? 5 : 7; continue $run;
        case 5: // for body
          return { kind: "suspend", state: "add-2", args: [b, rest[i]!], locals: { rest, sum, i }, repeatable: true };
        case 6: // after add
          b = $hop.resumed($resume);
          i += 1;
          $next = 4; continue $run;
        case 7: // end for
          return { kind: "return", value: ([sum!, i, b]) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "VarAndParameters", $hop.machine({
      name: "VarAndParameters.run", method: "run", file: "var-and-parameters/input.ts", hash: "c9b6aebfd245849e",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "add": { operation: "activity", hash: "eeffa12554a14c29", line: 11, repeatableAfter: true, inlineAfter: false, activity: { name: "add", key: "add", of() { return this; } } },
        "add-2": { operation: "activity", hash: "f9bd13e629ba6959", line: 13, repeatableAfter: true, inlineAfter: false, activity: { name: "add", key: "add", of() { return this; } } },
      },
    }));
  }
}

export const runs = [
  { method: 'run', args: [{ a: 1 }, 3, 4] },
  { method: 'run', args: [{ a: 0, b: 5 }] },
];

import * as $hop from 'hopline/machine';
