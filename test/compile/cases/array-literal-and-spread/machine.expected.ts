import { activity, workflow } from 'hopline';

export class ArrayLiteralAndSpread {
  @activity() async list(n: number): Promise<number[]> {
    return [n, n + 1];
  }

  @workflow()
  async run(given: Set<number>): Promise<number[]> {
    const made = [0, ...given, ...(await this.list(10)), (given.add(9), given.size), ...(await this.list(20))];
    return made;
  }

  ["hopline:run"]($frame, $resume) {
    let given, made, $held, $list, $held$1, $held$2, $list$1;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "list":
        given = $frame.locals.given;
        $held = $frame.locals.held;
        $next = 1;
        break;
      case "list-2":
        $held = $frame.locals.held;
        $held$1 = $frame.locals["held@1"];
        $held$2 = $frame.locals["held@2"];
        $next = 2;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [given] = $frame.locals.args;
          $held = [...given];
          return { kind: "suspend", state: "list", args: [10], locals: { given, held: $held }, repeatable: true };
        case 1: // after list
          $list = $hop.resumed($resume);
          $held$1 = [...($list)];
          $held$2 = (given.add(9), given.size);
          return { kind: "suspend", state: "list-2", args: [20], locals: { held: $held, ["held@1"]: $held$1, ["held@2"]: $held$2 }, repeatable: true };
        case 2: // after list
          $list$1 = $hop.resumed($resume);
          made = [0, ...$held, ...$held$1, $held$2, ...($list$1)];
          return { kind: "return", value: (made) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "ArrayLiteralAndSpread", $hop.machine({
      name: "ArrayLiteralAndSpread.run", method: "run", file: "array-literal-and-spread/input.ts", hash: "1c1919916cf09e52",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "list": { operation: "activity", hash: "42dca7d9dc618490", line: 10, repeatableAfter: true, inlineAfter: false, activity: { name: "list", key: "list", of() { return this; } } },
        "list-2": { operation: "activity", hash: "5ef43153c76a224e", line: 10, repeatableAfter: true, inlineAfter: false, activity: { name: "list", key: "list", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [new Set([1, 2])] }];

import * as $hop from 'hopline/machine';
