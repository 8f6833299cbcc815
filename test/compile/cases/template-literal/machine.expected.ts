import { activity, workflow } from 'hopline';

export class TemplateLiteral {
  @activity() async part(name: string): Promise<string> {
    return name.toUpperCase();
  }

  @workflow()
  async run(): Promise<string> {
    let n = 1;
    return `${n++}-${await this.part('a')}-${n++}-${await this.part('b')}-${n}`;
  }

  ["hopline:run"]($frame, $resume) {
    let n, $held, $part, $held$1, $held$2, $part$1;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "part":
        n = $frame.locals.n;
        $held = $frame.locals.held;
        $next = 1;
        break;
      case "part-2":
        n = $frame.locals.n;
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
          n = 1;
          $held = `${n++}`;
          return { kind: "suspend", state: "part", args: ['a'], locals: { n, held: $held }, repeatable: true };
        case 1: // after part
          $part = $hop.resumed($resume);
          $held$1 = `${$part}`;
          $held$2 = `${n++}`;
          return { kind: "suspend", state: "part-2", args: ['b'], locals: { n, held: $held, ["held@1"]: $held$1, ["held@2"]: $held$2 }, repeatable: true };
        case 2: // after part
          $part$1 = $hop.resumed($resume);
          return { kind: "return", value: (`${$held}-${$held$1}-${$held$2}-${$part$1}-${n}`) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "TemplateLiteral", $hop.machine({
      name: "TemplateLiteral.run", method: "run", file: "template-literal/input.ts", hash: "105c0d23c8e38761",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "part": { operation: "activity", hash: "4efd7dc0331e2851", line: 11, repeatableAfter: true, inlineAfter: false, activity: { name: "part", key: "part", of() { return this; } } },
        "part-2": { operation: "activity", hash: "7054dd9c4f3a80c5", line: 11, repeatableAfter: true, inlineAfter: false, activity: { name: "part", key: "part", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [] }];

import * as $hop from 'hopline/machine';
