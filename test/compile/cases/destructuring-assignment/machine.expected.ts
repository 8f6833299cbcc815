import { activity, workflow } from 'hopline';

export class DestructuringAssignment {
  @activity() async pair(): Promise<[number, number]> {
    return [1, 2];
  }
  @activity() async index(): Promise<number> {
    return 1;
  }

  @workflow()
  async run(): Promise<unknown> {
    let a = 10;
    let b = 20;
    [a, b] = await this.pair();
    [a, b] = [b, a];
    const places = [0, 0];
    ({ a: places[await this.index()] = 5 } = { a: a as number | undefined });
    return [a, b, places];
  }

  ["hopline:run"]($frame, $resume) {
    let a, b, places, $pair, $pattern, $index, $element;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "pair":
        $next = 1;
        break;
      case "index":
        a = $frame.locals.a;
        b = $frame.locals.b;
        places = $frame.locals.places;
        $pattern = $frame.locals.pattern;
        $next = 2;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          a = 10;
          b = 20;
          return { kind: "suspend", state: "pair", args: [], locals: {}, repeatable: true };
        case 1: // after pair
          $pair = $hop.resumed($resume);
          ([a, b] = $pair);
          [a, b] = [b, a];
          places = [0, 0];
          $pattern = { a: a as number | undefined };
          $hop.destructurable($pattern);
          return { kind: "suspend", state: "index", args: [], locals: { a, b, places, pattern: $pattern }, repeatable: true };
        case 2: // after index
          $index = $hop.resumed($resume);
          $element = $pattern["a"];
          $next = ($element === undefined) ? 3 : 4; continue $run;
        case 3: // default
          $element = 5;
          $pc = 4;
        case 4: // after default
          places[$index] = $element;
          ($pattern);
          return { kind: "return", value: ([a, b, places]) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "DestructuringAssignment", $hop.machine({
      name: "DestructuringAssignment.run", method: "run", file: "destructuring-assignment/input.ts", hash: "9703ec909a637d9c",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "pair": { operation: "activity", hash: "b71d39b99ae41a01", line: 15, repeatableAfter: true, inlineAfter: false, activity: { name: "pair", key: "pair", of() { return this; } } },
        "index": { operation: "activity", hash: "cab7bdc168869b2b", line: 18, repeatableAfter: true, inlineAfter: false, activity: { name: "index", key: "index", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [] }];

import * as $hop from 'hopline/machine';
